import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'
import { makePrivate } from '@/lib/platform/private-files'

/** What the service keeps in DATA_DIR: database, uploads, secrets, and the locks and drafts that go with them. */
const OURS = /^(?:db|uploads|secrets\.json|db\.(?:lock\.|tmp-).+|\.(?:secrets|lock)-.+)$/
const WRITABLE_BY_OTHERS = 0o022
const STICKY = 0o1000

/**
 * Sees to it that nobody but the owner can read or change what the service keeps in DATA_DIR, and says so where that was
 * different: earlier versions left the database open to everybody when the folder was there before. The folder itself is
 * left as its maker wanted it.
 */
export function keepDataPrivate(): void {
  const { dataDir } = settings()
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder) return
  const ours = readdirSync(dataDir).filter((name) => OURS.test(name))
  const { mended, left } = makePrivate(ours.map((name) => join(dataDir, name)))
  if (mended > 0)
    logger().warn(
      { folder: dataDir, mended },
      'other users of this machine could read or change files of this service; they can no longer',
    )
  if (left.length > 0)
    logger().warn(
      { folder: dataDir, files: left.slice(0, 5), count: left.length },
      'other users of this machine can read or change files of this service, and this process may not change that',
    )
  const replaceable = folder.mode & WRITABLE_BY_OTHERS && !(folder.mode & STICKY)
  if (replaceable && process.platform !== 'win32')
    logger().warn(
      { folder: dataDir },
      'DATA_DIR can be written by other users of this machine: chmod go-w it',
    )
}
