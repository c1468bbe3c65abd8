import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { settings } from '@/lib/config/settings'
import { remember } from '@/lib/platform/remember'
import { directoryStorage } from '@/lib/uploads/storage/directory-storage'
import { s3Storage } from '@/lib/uploads/storage/s3-storage'
import { uploadsFolder } from '@/lib/uploads/uploads-folder'

/** The bytes `first` to `last` of a file, both included. */
export interface ByteRange {
  first: number
  last: number
}

/** Where the bytes of uploaded files are kept. Keys are made by `newStorageKey`. */
export interface Storage {
  /** Keeps an object, whole or not at all. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The object or a part of it; null when there is none. Whoever opens it reads it to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /** Removes an object, and what a `put` that was cut off may have left of it. Nothing to remove is no error. */
  remove(key: string): Promise<void>
  /** Removes what `put` left behind before that time; where nothing can be left this does nothing. */
  sweep(before: Date): Promise<void>
}

/** A key that cannot be guessed and says nothing about the file. */
export function newStorageKey(): string {
  const name = randomBytes(32).toString('hex')
  return `${name.slice(0, 2)}/${name.slice(2)}`
}

/** The storage that the settings choose: S3 where a bucket is set, else a folder under DATA_DIR. */
export function storage(): Storage {
  const { s3 } = settings().uploads
  const chosen = JSON.stringify([s3, uploadsFolder()])
  const holder = remember<{ of: string; made: Storage | null }>('uploads-storage', () => ({
    of: '',
    made: null,
  }))
  if (holder.of !== chosen || !holder.made)
    Object.assign(holder, { of: chosen, made: s3 ? s3Storage(s3) : directoryStorage(uploadsFolder()) })
  return holder.made!
}
