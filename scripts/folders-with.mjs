import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The folders in and below `folder` that contain one of the files, as paths from the root. */
export function foldersWith(files, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return foldersWith(files, `${folder}/${entry.name}`)
    return files.includes(entry.name) ? [folder] : []
  })
}
