import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from '@/lib/uploads/storage/storage'

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{62}$/
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/**
 * Files in a folder that only this service's user can enter. A file is written beside its place, synchronized with the disk, and renamed:
 * a crash leaves all of it or nothing under its key.
 */
export function directoryStorage(folder: string): Storage {
  const placeOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not a storage key')
    return join(folder, 'objects', key)
  }
  const temporaryOf = (key: string) => join(folder, 'tmp', `${key.replace('/', '')}.part`)
  return {
    async put(key, bytes) {
      const [place, temporary] = [placeOf(key), temporaryOf(key)]
      for (const path of [place, temporary])
        await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
      try {
        await writeThrough(temporary, bytes)
        await rename(temporary, place)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(dirname(place))
    },

    async open(key, range) {
      const file = await open(placeOf(key), 'r').catch(nullWhenMissing)
      return file && file.createReadStream(range && { start: range.first, end: range.last })
    },

    async remove(key) {
      await rm(placeOf(key), { force: true })
      await rm(temporaryOf(key), { force: true })
    },

    async sweep(before) {
      const temporary = join(folder, 'tmp')
      for (const name of (await readdir(temporary).catch(nullWhenMissing)) ?? []) {
        const path = join(temporary, name)
        const { mtime } = (await stat(path).catch(nullWhenMissing)) ?? {}
        if (mtime && mtime < before) await rm(path, { force: true })
      }
    },
  }
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Windows cannot open folders; its file systems keep their own journal of names. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
