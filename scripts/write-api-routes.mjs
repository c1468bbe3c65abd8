// Writes server/generated/api-routes.ts from the tree app/api/v1/**/route.ts: the file tree is the
// only route table, and the API router is built from it. The paths of the pages, which Next serves,
// are listed.
import { join } from 'node:path'
import { root } from './build-stamp.mjs'
import { foldersWith } from './folders-with.mjs'
import { writeIfChanged } from './write-if-changed.mjs'

const target = join(root, 'server/generated/api-routes.ts')

export function writeApiRoutes() {
  const folders = foldersWith(['route.ts'], 'app/api/v1').sort()
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
