import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '@/lib/config/settings'
import { makePrivate } from '@/lib/platform/db/private-files'
import { logger } from '@/lib/platform/logger'

/**
 * The files the service keeps in DATA_DIR: database, uploads, secrets, and their locks and
 * temporary files.
 */
const OWN_FILES =
  /^(?:db|uploads|restoring|secrets\.json|db\.(?:lock\.|tmp-).+|\.(?:secrets|lock)-.+)$/
const WRITABLE_BY_OTHERS = 0o022
const STICKY = 0o1000

/**
 * Restricts the service's files in DATA_DIR to their owner and reports any that were not: earlier
 * versions left the database readable by every user when the folder already existed. The
 * permissions of the folder itself are left unchanged.
 */
export function keepDataPrivate(): void {
  const { dataDir } = settings()
  const { repaired, left } = makePrivate([...listOwnPaths(dataDir), ...listUploadPaths()])
  const warn = (message: string, more: object = {}) =>
    logger().warn({ folder: dataDir, ...more }, message)
  if (repaired > 0)
    warn('files in DATA_DIR were open to other users of this machine by their modes; corrected', {
      repaired,
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

/** What the service creates in UPLOADS_DIR, if that is not in DATA_DIR. */
function listUploadPaths(): string[] {
  const { dataDir, uploads } = settings()
  const { folder } = uploads
  if (folder === join(dataDir, 'uploads')) return []
  return ['objects', 'tmp'].map((name) => join(folder, name)).filter((path) => existsSync(path))
}

/** Empty when the folder is missing or unreadable; the code that needs it reports the error. */
function listOwnPaths(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => OWN_FILES.test(name))
    return names.map((name) => placeOf(join(folder, name)))
  } catch {
    return []
  }
}

/**
 * Resolves the real path: an operator may have moved the database to another disk and left a link.
 * A link created by another user is not followed, because it could lead to files that are not ours.
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

/** Whether other users could replace the contents of the folder. */
function isReplaceable(folder: string): boolean {
  const mode =
    process.platform === 'win32' ? 0 : (statSync(folder, { throwIfNoEntry: false })?.mode ?? 0)
  return (mode & WRITABLE_BY_OTHERS) !== 0 && (mode & STICKY) === 0
}
