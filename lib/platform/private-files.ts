import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What a file grants to its group and to everybody else. */
export const OTHERS = 0o077

export interface MendedFiles {
  /** How many files and folders others could use until now. */
  mended: number
  /** Those that others may still use, because this process may not change or look into them. */
  left: string[]
}

/**
 * Takes from everybody but their owner what they may do with these files and folders, and with everything in them. What does
 * not exist is passed over, links are not followed. Windows has no such modes: nothing happens there.
 */
export function makePrivate(paths: readonly string[]): MendedFiles {
  const result: MendedFiles = { mended: 0, left: [] }
  if (process.platform !== 'win32') for (const path of paths) visit(path, result)
  return result
}

function visit(path: string, result: MendedFiles): void {
  try {
    const stat = lstatSync(path)
    if (stat.isSymbolicLink()) return
    if (stat.mode & OTHERS) {
      chmodSync(path, stat.mode & 0o7777 & ~OTHERS)
      result.mended++
    }
    if (stat.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name), result)
  } catch (error) {
    // Gone: files of a running database come and go.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') result.left.push(path)
  }
}
