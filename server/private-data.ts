import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '@/lib/config/settings'
import { makePrivate } from '@/lib/platform/db/private-files'
import { logger } from '@/lib/platform/logger'

/**
 * What the service keeps in DATA_DIR: database, uploads, secrets, and the locks and drafts that go
 * with them.
 */
const OURS = /^(?:db|uploads|secrets\.json|db\.(?:lock\.|tmp-).+|\.(?:secrets|lock)-.+)$/
const WRITABLE_BY_OTHERS = 0o022
const STICKY = 0o1000

/**
 * Sees to it that nobody but the owner can read or change what the service keeps in DATA_DIR, and
 * says so where that was different: earlier versions left the database open to everybody when the
 * folder was there before. The folder itself is left as its maker wanted it.
 */
export function keepDataPrivate(): void {
  const { dataDir } = settings()
  const { mended, left } = makePrivate(ourPathsIn(dataDir))
  const warn = (message: string, more: object = {}) =>
    logger().warn({ folder: dataDir, ...more }, message)
  if (mended > 0)
    warn('files in DATA_DIR were open to other users of this machine by their modes; corrected', {
      mended,
    })
  if (left.length > 0)
    warn(
      'files in DATA_DIR are open to other users of this machine, and this process cannot change that',
      {
        files: left.slice(0, 5),
        count: left.length,
      },
    )
  if (isReplaceable(dataDir))
    warn('DATA_DIR can be written by other users of this machine: chmod go-w it')
}

/** Empty where the folder is missing or cannot be read: whatever needs it will say so. */
function ourPathsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => OURS.test(name))
    return names.map((name) => placeOf(join(folder, name)))
  } catch {
    return []
  }
}

/**
 * Where it really is: an operator may have moved the database to another disk and left a link. A
 * link that another user made is not followed: it could lead to what is not ours.
 */
function placeOf(path: string): string {
  try {
    const link = lstatSync(path)
    const isTrusted = link.uid === 0 || link.uid === process.getuid?.()
    return link.isSymbolicLink() && isTrusted ? realpathSync(path) : path
  } catch {
    return path
  }
}

/** Whether other users could put something else in place of what the folder holds. */
function isReplaceable(folder: string): boolean {
  const mode =
    process.platform === 'win32' ? 0 : (statSync(folder, { throwIfNoEntry: false })?.mode ?? 0)
  return (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0
}
