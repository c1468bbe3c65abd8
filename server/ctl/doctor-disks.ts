import { stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Settings } from '@/lib/config/settings'
import { formatBytes } from '@/lib/i18n/format'
import { databasePlace } from '@/lib/platform/db/database-place'
import { reasonOf } from '@/lib/platform/describe-error'
import { ok, skipped, type Verdict, warning } from '@/server/ctl/doctor-checks'

const LEAST_FREE_BYTES = 1024 ** 3
const LEAST_FREE_SHARE = 0.05

/** A folder that the service writes to, and what its setting is called. */
interface Folder {
  name: string
  path: string
}

/** How large a file system is, and how much of it the service can still use. */
type SpaceOf = (path: string) => Promise<{ size: number; free: number }>

/** Whether the disks that the service writes to have space left: one finding per disk. */
export async function checkDisks(
  settings: Settings,
  spaceOf: SpaceOf = readSpace,
): Promise<Verdict[]> {
  const disks = new Map<number, { at: string; folders: Folder[] }>()
  const verdicts: Promise<Verdict>[] = []
  for (const folder of foldersOf(settings)) {
    try {
      const { path, dev } = await findDisk(folder.path)
      const { at, folders } = disks.get(dev) ?? { at: path, folders: [] }
      disks.set(dev, { at, folders: [...folders, folder] })
    } catch (error) {
      verdicts.push(Promise.resolve(unreadable([folder], error)))
    }
  }
  for (const { at, folders } of disks.values())
    verdicts.push(
      spaceOf(at).then(
        (space) => judgeSpace(folders, space),
        (error: unknown) => unreadable(folders, error),
      ),
    )
  return Promise.all(verdicts)
}

function foldersOf(settings: Settings): Folder[] {
  const place = databasePlace(settings)
  return [
    { name: 'DATA_DIR', path: settings.dataDir },
    ...('folder' in place ? [{ name: 'embedded database', path: place.folder }] : []),
    // Files are also received there if they are stored in a bucket.
    { name: 'UPLOADS_DIR', path: settings.uploads.folder },
  ].map(({ name, path }) => ({ name, path: resolve(path) }))
}

/** The disk of the folder, or of the one that it will be created in. */
async function findDisk(path: string): Promise<{ path: string; dev: number }> {
  try {
    return { path, dev: (await stat(path)).dev }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return findDisk(dirname(path))
  }
}

async function readSpace(path: string): Promise<{ size: number; free: number }> {
  const { blocks, bavail, bsize } = await statfs(path)
  return { size: blocks * bsize, free: bavail * bsize }
}

function judgeSpace(
  folders: readonly Folder[],
  { size, free }: { size: number; free: number },
): Verdict {
  const paths = listed(folders)
  // Of a file system that doesn't say.
  if (size === 0) return skipped(`The size of the disk is unknown: ${paths}.`)
  const share = `${Math.floor((free / size) * 100)} %`
  const message = `${formatBytes(free, 'en')} (${share}) free: ${paths}.`
  return free < LEAST_FREE_BYTES || free < size * LEAST_FREE_SHARE
    ? warning(`${message} Free some space, or move the folder to a larger disk.`)
    : ok(message)
}

/** Says nothing about the disk: `doctor` may run as a user who may not look into the folder. */
function unreadable(folders: readonly Folder[], error: unknown): Verdict {
  return skipped(`The disk cannot be read: ${listed(folders)}. ${reasonOf(error)}`)
}

const listed = (folders: readonly Folder[]) =>
  folders.map(({ name, path }) => `${path} (${name})`).join(', ')
