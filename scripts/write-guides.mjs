// Writes app/docs/generated/guide-texts.ts: the guides in docs/ and the environment variables, so
// that the service shows them without the repository.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(root, 'app/docs/generated/guide-texts.ts')
/** For those who write Gatehouse, not for those who use it. */
const INTERNAL = ['style.md']

/** Writes the file only if it changed, so that watchers are not triggered. */
export function writeGuides() {
  const files = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))
  const texts = files
    .filter((file) => !INTERNAL.includes(file))
    .map((file) => [file.replace(/\.md$/, ''), readFileSync(join(root, 'docs', file), 'utf8')])
  texts.push(['environment', environmentGuide()])
  const text = [
    '// Written by scripts/write-guides.mjs from docs/ and .env.example',
    'export const guideTexts: Readonly<Record<string, string>> = {',
    ...texts.sort().map(([name, guide]) => `  ${JSON.stringify(name)}: ${JSON.stringify(guide)},`),
    '}',
    '',
  ].join('\n')
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}

function environmentGuide() {
  const variables = readFileSync(join(root, '.env.example'), 'utf8').trimEnd()
  return [
    '# Environment variables',
    'Every variable with its default, as in `.env.example`. [Configuration](configuration.md) explains how to set them.',
    `\`\`\`ini\n${variables}\n\`\`\`\n`,
  ].join('\n\n')
}
