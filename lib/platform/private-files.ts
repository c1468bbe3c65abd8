import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What a file grants to its group and to everybody else. */
export const OTHERS = 0o077

export interface MendedFiles {
  /** How many files and folders others could use until now. */
  mended: number
  /** Those that others can still use, because they belong to somebody else. */
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
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat || stat.isSymbolicLink()) return
  if (stat.mode & OTHERS) {
    try {
      chmodSync(path, stat.mode & 0o7777 & ~OTHERS)
      result.mended++
    } catch {
      result.left.push(path)
    }
  }
  if (stat.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name), result)
}
