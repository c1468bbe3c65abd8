import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of this package, wherever the process was started: pages and migrations are read from it. The bundle lies one
 * folder deeper than its source, so it is searched for, not counted.
 */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('the package folder cannot be found')
    folder = parent
  }
  return folder
}
