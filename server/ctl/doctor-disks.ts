import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Settings } from '@/lib/config/settings'
import { formatBytes } from '@/lib/i18n/format'
import { databasePlace } from '@/lib/platform/db/database-place'
import { ok, skipped, type Verdict, warning } from '@/server/ctl/doctor-checks'

const LEAST_FREE_BYTES = 1024 ** 3
const LEAST_FREE_SHARE = 0.05

/** A folder that the service writes to, and how its settings call it. */
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
  const disks = new Map<number, Folder[]>()
  for (const folder of foldersOf(settings)) {
    const { dev } = await stat(existing(folder.path))
    disks.set(dev, [...(disks.get(dev) ?? []), folder])
  }
  return Promise.all(
    [...disks.values()].map(async (folders) =>
      judgeSpace(folders, await spaceOf(existing(folders[0]!.path))),
    ),
  )
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

/** The folder, or the one that it will be created in. */
function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path))
}

async function readSpace(path: string): Promise<{ size: number; free: number }> {
  const { blocks, bavail, bsize } = await statfs(path)
  return { size: blocks * bsize, free: bavail * bsize }
}

function judgeSpace(
  folders: readonly Folder[],
  { size, free }: { size: number; free: number },
): Verdict {
  const paths = folders.map(({ name, path }) => `${path} (${name})`).join(', ')
  // Of a file system that doesn't say.
  if (size === 0) return skipped(`The size of the disk is unknown: ${paths}.`)
  const share = `${Math.floor((free / size) * 100)} %`
  const message = `${formatBytes(free, 'en')} (${share}) free: ${paths}.`
  return free < LEAST_FREE_BYTES || free < size * LEAST_FREE_SHARE
    ? warning(`${message} Free some space, or move the folder to a larger disk.`)
    : ok(message)
}
