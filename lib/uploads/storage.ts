import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings, type Settings } from '@/lib/config/settings'
import { diskFaultOf } from '@/lib/platform/db/database-errors'
import { reasonOf } from '@/lib/platform/describe-error'
import { logger } from '@/lib/platform/logger'
import { refuse, RefusedError } from '@/lib/platform/problems'

/** The bytes `first` to `last` of a file, inclusive. */
export interface ByteRange {
  first: number
  last: number
}

/** The storage of uploaded files. Keys come from `newStorageKey`. */
export interface Storage {
  /** Stores an object completely or not at all. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /**
   * Opens the object or a part of it, or returns null. The caller must read the stream to its end
   * or destroy it.
   */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /** Removes an object and anything left by an interrupted `put`. A missing object is no error. */
  remove(key: string): Promise<void>
  /**
   * Removes what interrupted `put` calls left before that time. Does nothing if nothing can be
   * left.
   */
  sweep(before: Date): Promise<void>
}

/** A key that cannot be guessed and reveals nothing about the file. */
export function newStorageKey(): string {
  const name = randomBytes(32).toString('hex')
  return `${name.slice(0, 2)}/${name.slice(2)}`
}

/** The storage chosen by the settings: S3 if a bucket is set, otherwise a folder. */
export function storage(): Storage {
  const { folder, s3 } = settings().uploads
  const chosen = JSON.stringify([s3, folder])
  const holder = processSingleton<{ of: string; made: Storage | null }>('uploads-storage', () => ({
    of: '',
    made: null,
  }))
  if (holder.of !== chosen || !holder.made)
    Object.assign(holder, {
      of: chosen,
      made: s3 ? s3Storage(s3) : directoryStorage(folder),
    })
  return holder.made!
}

/** The folder for files while they are received, also if they are stored in S3. */
export function spoolFolder(): string {
  return join(settings().uploads.folder, 'tmp')
}

const FOLDER_ADVICE = {
  full: 'the disk of UPLOADS_DIR is full: free some space',
  'read-only': 'UPLOADS_DIR cannot be written: its file system is read-only',
}
/** An operator has to act first, so asking again sooner is of no use. */
const FOLDER_RETRY_SECONDS = 30

/**
 * Runs work that writes to the folder of uploaded files and nowhere else. Throws RefusedError
 * (`unavailable`) if its disk is full or read-only, which the log then says, or what `work` throws.
 */
export async function writingFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fault = diskFaultOf(error)
    if (!fault) throw error
    const { folder } = settings().uploads
    logger().error({ folder, reason: reasonOf(error) }, FOLDER_ADVICE[fault])
    const detail = 'The file can’t be stored right now. Try again later.'
    const refusal = refuse('unavailable', { detail, retryAfterSeconds: FOLDER_RETRY_SECONDS })
    throw new RefusedError(refusal, { cause: error })
  }
}

const STORAGE_KEY = /^[0-9a-f]{2}\/[0-9a-f]{62}$/
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/**
 * Files in a folder that only this service's user can access. A file is written next to its final
 * path, synced to disk and renamed: after a crash the key has the whole file or nothing.
 */
function directoryStorage(folder: string): Storage {
  const placeOf = (key: string) => {
    if (!STORAGE_KEY.test(key)) throw new Error('not a storage key')
    return join(folder, 'objects', key)
  }
  const temporaryOf = (key: string) => join(folder, 'tmp', `${key.replace('/', '')}.part`)
  return {
    put: (key, bytes) => writingFiles(() => writeWhole(placeOf(key), temporaryOf(key), bytes)),

    async open(key, range) {
      const file = await open(placeOf(key), 'r').catch(nullIfMissing)
      return file && file.createReadStream(range && { start: range.first, end: range.last })
    },

    async remove(key) {
      await rm(placeOf(key), { force: true })
      await rm(temporaryOf(key), { force: true })
    },

    async sweep(before) {
      const temporary = join(folder, 'tmp')
      for (const name of (await readdir(temporary).catch(nullIfMissing)) ?? []) {
        const path = join(temporary, name)
        const { mtime } = (await stat(path).catch(nullIfMissing)) ?? {}
        if (mtime && mtime < before) await rm(path, { force: true })
      }
    },
  }
}

async function writeWhole(place: string, temporary: string, bytes: Uint8Array): Promise<void> {
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

/** Windows cannot open folders; its file systems journal names themselves. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

type S3Settings = NonNullable<Settings['uploads']['s3']>
type Sdk = typeof import('@aws-sdk/client-s3')

const CONNECT_MS = 500
const REQUEST_MS = 8000
const ATTEMPTS = 2
const READERS = { maxSockets: 1000 }

/** Objects in a bucket. The SDK takes a tenth of a second to load, so it is loaded on first use. */
function s3Storage(options: S3Settings): Storage {
  let opened: Promise<{ sdk: Sdk; client: S3Client; reader: S3Client }> | null = null
  const connect = () =>
    (opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: clientOf(sdk, options, { socketTimeout: REQUEST_MS }),
      // Connections of its own, without a limit of silence: a slow download holds one until it
      // ends, and must not keep others from storing, deleting, and other downloads.
      reader: clientOf(sdk, options, { httpAgent: READERS, httpsAgent: READERS }),
    })))
  const place = (key: string) => ({ Bucket: options.bucket, Key: key })
  return {
    async put(key, bytes, contentType) {
      const { sdk, client } = await connect()
      const body = { Body: bytes, ContentLength: bytes.byteLength, ContentType: contentType }
      await client
        .send(new sdk.PutObjectCommand({ ...place(key), ...body }))
        .catch(throwUnavailable)
    },

    async open(key, range) {
      const { sdk, reader } = await connect()
      const part = range && { Range: `bytes=${range.first}-${range.last}` }
      const answer = await reader
        .send(new sdk.GetObjectCommand({ ...place(key), ...part }))
        .catch((error: unknown) =>
          error instanceof sdk.NoSuchKey ? null : throwUnavailable(error),
        )
      return (answer?.Body as Readable | undefined) ?? null
    },

    async remove(key) {
      const { sdk, client } = await connect()
      await client.send(new sdk.DeleteObjectCommand(place(key))).catch(throwUnavailable)
    },

    // S3 shows no object before it is complete.
    sweep: () => Promise.resolve(),
  }
}

/**
 * With the SDK's default checksums, servers other than Amazon's refuse or corrupt uploads. Every
 * request has a timeout, even if the server hangs.
 */
function clientOf(
  { S3Client }: Sdk,
  options: S3Settings,
  limits: { socketTimeout?: number; httpAgent?: typeof READERS; httpsAgent?: typeof READERS } = {},
): S3Client {
  const { accessKeyId, secretAccessKey, endpoint, region, forcePathStyle } = options
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
      ...limits,
    },
  })
}

/** The client is told to retry; the log has the cause. */
function throwUnavailable(error: unknown): never {
  logger().error(
    { reason: (error as Error).name, detail: (error as Error).message },
    'the file storage failed',
  )
  const detail = 'The file storage can’t be reached. Try again in a moment.'
  throw new RefusedError(refuse('unavailable', { detail }), { cause: error })
}
