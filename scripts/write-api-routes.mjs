// Writes server/generated/api-routes.ts from the tree app/api/v1/**/route.ts: the file tree is the only route table, and the
// API lane is built from it. A route that says `export const lane = false` is left to Next.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(root, 'server/generated/api-routes.ts')

function routeFolders(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return routeFolders(`${folder}/${entry.name}`)
    return entry.name === 'route.ts' ? [folder] : []
  })
}

/** Writes the file when it differs from what is there, so that watchers stay quiet. */
export function writeApiRoutes() {
  const folders = routeFolders('app/api/v1')
    .filter(
      (folder) => !/^export const lane = false\b/m.test(readFileSync(join(root, folder, 'route.ts'), 'utf8')),
    )
    .sort()
  const text = [
    '// Written by scripts/write-api-routes.mjs from app/api/v1/**/route.ts',
    ...folders.map((folder, index) => `import * as route${index} from '@/${folder}/route'`),
    '',
    'export const apiRoutes = [',
    ...folders.map(
      (folder, index) => `  { path: '${folder.replace(/^app/, '')}', handlers: { ...route${index} } },`,
    ),
    ']',
    '',
  ].join('\n')
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
