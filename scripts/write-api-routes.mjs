// Writes server/generated/api-routes.ts from the tree app/api/v1/**/route.ts: the file tree is the
// only route table, and the API router is built from it. A route with `export const lane = false`
// is left to Next, like the pages, whose paths are listed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build-stamp.mjs'
import { foldersWith } from './folders-with.mjs'
import { writeIfChanged } from './write-if-changed.mjs'

const target = join(root, 'server/generated/api-routes.ts')

export function writeApiRoutes() {
  const folders = foldersWith(['route.ts'], 'app/api/v1')
    .filter(
      (folder) =>
        !/^export const lane = false\b/m.test(readFileSync(join(root, folder, 'route.ts'), 'utf8')),
    )
    .sort()
  const pages = foldersWith(['page.tsx', 'route.ts'], 'app')
    .filter((folder) => !folders.includes(folder))
    .sort()
  const text = [
    '// Written by scripts/write-api-routes.mjs from the tree app/',
    ...folders.map((folder, index) => `import * as route${index} from '@/${folder}/route'`),
    '',
    'export const apiRoutes = [',
    ...folders.map(
      (folder, index) =>
        `  { path: '${folder.replace(/^app/, '')}', handlers: { ...route${index} } },`,
    ),
    ']',
    '',
    'export const pagePaths = [',
    ...pages.map((folder) => `  '${folder.replace(/^app/, '') || '/'}',`),
    ']',
    '',
  ].join('\n')
  writeIfChanged(target, text)
}
