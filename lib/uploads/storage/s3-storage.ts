import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Settings } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'
import { refuse, RefusedError } from '@/lib/platform/problems'
import type { Storage } from '@/lib/uploads/storage/storage'

type S3Settings = NonNullable<Settings['uploads']['s3']>
type Sdk = typeof import('@aws-sdk/client-s3')

const CONNECT_MS = 500
const REQUEST_MS = 8000
const ATTEMPTS = 2

/** Objects in a bucket. The SDK takes a tenth of a second to load: it is loaded at first use. */
export function s3Storage(options: S3Settings): Storage {
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null
  const connect = () =>
    (opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientOf(sdk, options) })))
  const place = (key: string) => ({ Bucket: options.bucket, Key: key })
  return {
    async put(key, bytes, contentType) {
      const { sdk, client } = await connect()
      const body = { Body: bytes, ContentLength: bytes.byteLength, ContentType: contentType }
      await client.send(new sdk.PutObjectCommand({ ...place(key), ...body })).catch(unavailable)
    },

    async open(key, range) {
      const { sdk, client } = await connect()
      const part = range && { Range: `bytes=${range.first}-${range.last}` }
      const answer = await client
        .send(new sdk.GetObjectCommand({ ...place(key), ...part }))
        .catch((error: unknown) => (error instanceof sdk.NoSuchKey ? null : unavailable(error)))
      return (answer?.Body as Readable | undefined) ?? null
    },

    async remove(key) {
      const { sdk, client } = await connect()
      await client.send(new sdk.DeleteObjectCommand(place(key))).catch(unavailable)
    },

    // S3 shows no object before it is complete.
    sweep: () => Promise.resolve(),
  }
}

/**
 * With the SDK's default checksums, servers other than Amazon's refuse or corrupt what is sent. Every request has an end, also at a
 * server that hangs.
 */
function clientOf({ S3Client }: Sdk, options: S3Settings): S3Client {
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
    },
  })
}

/** The client is told to try again; the log says why. */
function unavailable(error: unknown): never {
  logger().error(
    { reason: (error as Error).name, detail: (error as Error).message },
    'the file storage failed',
  )
  const detail = 'The file storage can’t be reached. Try again in a moment.'
  throw new RefusedError(refuse('unavailable', { detail }), { cause: error })
}
