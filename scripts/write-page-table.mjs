// Writes lib/http/pages/generated/page-folders.ts: the folders of app/ with a pages.ts, whose
// declarations make up the page table.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { foldersWith, root } from './folders-with.mjs'

const target = join(root, 'lib/http/pages/generated/page-folders.ts')

/** Writes the file only if it changed, so that watchers are not triggered. */
export function writePageTable() {
  const text = pageTable()
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
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
