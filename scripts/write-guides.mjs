// Writes app/docs/generated/guide-texts.ts: the guides in docs/, the READMEs of the packages and of
// the example, and the environment variables, so that the service shows them without the
// repository.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build-stamp.mjs'
import { writeIfChanged } from './write-if-changed.mjs'

const target = join(root, 'app/docs/generated/guide-texts.ts')
/** The name of a guide is that of its file, so it is unique in all of them. */
const FOLDERS = ['docs', 'docs/operations']
/** For those who write Gatehouse, and the index of the operations, which the contents replace. */
const LEFT_OUT = ['docs/style.md', 'docs/operations/README.md']

/**
 * Guides elsewhere, by the path of their file.
 * @type {Record<string, string>}
 */
const ELSEWHERE = {
  'clients/guard/README.md': 'gatehouse-guard',
  'clients/typescript/README.md': 'gatehouse-client',
  'examples/nextjs/README.md': 'nextjs-example',
}

export function writeGuides() {
  const texts = FOLDERS.flatMap(guidesIn)
  texts.push(['environment', environmentGuide()])
  for (const [path, name] of Object.entries(ELSEWHERE)) texts.push([name, read(path)])
  const text = [
    '// Written by scripts/write-guides.mjs from docs/, the READMEs of the packages, and .env.example',
    'export const guideTexts: Readonly<Record<string, string>> = {',
    ...texts.sort().map(([name, guide]) => `  ${JSON.stringify(name)}: ${JSON.stringify(guide)},`),
    '}',
    '/** The names of guides outside of docs/, by the path of their file. */',
    `export const guidesElsewhere: Readonly<Record<string, string>> = ${JSON.stringify(ELSEWHERE)}`,
    '',
  ].join('\n')
  writeIfChanged(target, text)
}

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8')

/**
 * The names and texts of the guides in a folder.
 * @param {string} folder
 * @returns {[name: string, text: string][]}
 */
function guidesIn(folder) {
  return readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md') && !LEFT_OUT.includes(`${folder}/${file}`))
    .map((file) => [file.replace(/\.md$/, ''), read(join(folder, file))])
}

function environmentGuide() {
  const variables = read('.env.example').trimEnd()
  return [
    '# Environment variables',
    'Every variable with its default, as in `.env.example`. [Configuration](configuration.md) explains how to set them.',
    `\`\`\`ini\n${variables}\n\`\`\`\n`,
  ].join('\n\n')
}
