// Writes lib/http/pages/generated/page-folders.ts: the folders of app/ with a pages.ts, whose
// declarations make up the page table.
import { join } from 'node:path'
import { root } from './build-stamp.mjs'
import { foldersWith } from './folders-with.mjs'
import { writeIfChanged } from './write-if-changed.mjs'

const target = join(root, 'lib/http/pages/generated/page-folders.ts')

export function writePageTable() {
  writeIfChanged(target, pageTable())
}

/** The text of the file for the tree as it is. */
export function pageTable() {
  const folders = foldersWith(['pages.ts'], 'app').sort()
  return [
    '// Written by scripts/write-page-table.mjs from the tree app/',
    ...folders.map((folder, index) => `import pages${index} from '@/${folder}/pages'`),
    '',
    'export const pageFolders = {',
    ...folders.map((folder, index) => `  '${folder.replace(/^app/, '')}': pages${index},`),
    '}',
    '',
  ].join('\n')
}
