import type { Readable } from 'node:stream'
import type { ApiRequest } from '@/lib/http/api-request'
import { bodyLimitOf } from '@/lib/http/body-limits'
import { mediaTypeOf } from '@/lib/http/media-type'
import { readMultipart, type Multipart } from '@/lib/http/multipart'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import { remember } from '@/lib/platform/remember'
import { Spool, type ReceivedFile } from '@/lib/platform/spooled-file'
import { MAX_UPLOAD_BYTES } from '@/lib/uploads/upload-limits'
import { spoolFolder } from '@/lib/uploads/uploads-folder'

export const MULTIPART = 'multipart/form-data'

/** How many files may be on their way in at once, in this process. */
const MAX_AT_ONCE = 64
/** How many of these one person may send: a few slow senders must not shut out everybody else. */
const MAX_OF_ONE = 16
const running = () => remember('received-files', () => ({ count: 0, of: new Map<string, number>() }))

/** A file of a request, and the text fields beside it. */
interface Received {
  file: ReceivedFile
  fields: Record<string, string>
}

/**
 * Receives the one file of a request of `sender`, as a field of a multipart form or, where `types` names media types, as the whole body; hands it to
 * `use`, and forgets it when that has ended, however it ends. The file is on the disk meanwhile, never whole in memory.
 */
export async function receiveFile<T>(
  request: ApiRequest,
  { types, sender }: { types: readonly string[]; sender: string },
  use: (received: Received) => Promise<T> | T,
): Promise<T | Refusal> {
  const limit = bodyLimitOf(request.path)
  if (Number(request.header('content-length') ?? 0) > limit) return refuse('payload_too_large')
  const encoding = request.header('content-encoding')
  const type = mediaTypeOf(request.header('content-type') ?? '')
  if (
    (encoding && encoding.toLowerCase() !== 'identity') ||
    !(type === MULTIPART || types.includes(type ?? ''))
  )
    return refuse('unsupported_media_type', { detail: expected(types) })
  const place = running()
  const own = place.of.get(sender) ?? 0
  if (place.count >= MAX_AT_ONCE || own >= MAX_OF_ONE) return refuse('overloaded')
  place.count++
  place.of.set(sender, own + 1)
  try {
    return await spooled(request, { type: type!, maxBytes: limit }, use)
  } finally {
    place.count--
    const others = place.of.get(sender)! - 1
    if (others > 0) place.of.set(sender, others)
    else place.of.delete(sender)
  }
}

async function spooled<T>(
  request: ApiRequest,
  { type, maxBytes }: { type: string; maxBytes: number },
  use: (received: Received) => Promise<T> | T,
): Promise<T | Refusal> {
  const spool = await Spool.open(spoolFolder())
  try {
    const contentType = request.header('content-type')!
    const read =
      type === MULTIPART
        ? await readMultipart(request.bodyStream(), {
            contentType,
            spool,
            maxBytes,
            maxFileBytes: MAX_UPLOAD_BYTES,
          })
        : await readWhole(request.bodyStream(), type, spool)
    if (!read.ok) return read
    const { fields, file } = read.form
    if (!file) return refuse('validation_failed', { errors: [fieldError(['file'], 'required')] })
    return await use({ fields, file: { ...file, bytes: () => spool.bytes() } })
  } finally {
    await spool.close()
  }
}

async function readWhole(body: Readable, type: string, spool: Spool): Promise<Outcome<{ form: Multipart }>> {
  try {
    // What is not read any further is not destroyed: its sender is still to be answered.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      if (spool.size + chunk.byteLength > MAX_UPLOAD_BYTES) return refuse('payload_too_large')
      await spool.write(chunk)
    }
  } catch (error) {
    if (!body.errored) throw error
    return refuse('bad_request', { detail: 'The body is incomplete. Send it again.' })
  }
  return { ok: true, form: { fields: {}, file: { name: null, declaredType: type } } }
}

function expected(types: readonly string[]): string {
  const form = `Send ${MULTIPART} with the file in the field \u201cfile\u201d`
  return types.length > 0 ? `${form}, or one of: ${types.join(', ')}.` : `${form}.`
}
