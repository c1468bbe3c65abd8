import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build-stamp.mjs'

/**
 * The folders in and below `folder` that contain one of the files, as paths from the root.
 * @param {string[]} files
 * @param {string} folder
 * @returns {string[]}
 */
export function foldersWith(files, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return foldersWith(files, `${folder}/${entry.name}`)
    return files.includes(entry.name) ? [folder] : []
  })
}
