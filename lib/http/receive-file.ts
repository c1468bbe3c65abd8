import type { Readable } from 'node:stream'
import busboy, { type FieldInfo, type FileInfo } from 'busboy'
import { processSingleton } from '@/lib/config/process-singleton'
import type { ApiRequest } from '@/lib/http/api-request'
import { checkBodyHead, isCut, mediaTypeOf, UPLOAD_FIELD } from '@/lib/http/request-body'
import { formLimit } from '@/lib/http/body-limits'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import { Slots } from '@/lib/platform/slots'
import { type ReceivedFile, Spool } from '@/lib/platform/spooled-file'
import { spoolFolder, writingFiles } from '@/lib/uploads/storage'

export const MULTIPART = 'multipart/form-data'

/**
 * How many files are received at once. This protects the process and its disk, so each of several
 * workers counts its own.
 */
const MAX_AT_ONCE = 64
/** How many of these one user may send: a few slow senders must not block everyone else. */
const MAX_OF_ONE = 16
const slots = () => processSingleton('received-files', () => new Slots(MAX_AT_ONCE))

/** A received file, and the text fields sent with it. */
interface Received {
  file: ReceivedFile
  fields: Record<string, string>
}

/**
 * Receives the one file of a request, as a field of a multipart form or, with `types`, as the whole
 * body; passes it to `use` and deletes it afterwards in every case. The file is spooled to disk,
 * never held in memory as a whole.
 */
export async function receiveFile<T>(
  request: ApiRequest,
  by: { types: readonly string[]; maxFileBytes: number; sender: string },
  use: (received: Received) => Promise<T> | T,
): Promise<T | Refusal> {
  const { types, maxFileBytes, sender } = by
  const isAccepted = (type: string) => type === MULTIPART || types.includes(type)
  const wrong = checkBodyHead(request, {
    isAccepted,
    expected: expected(types),
    maxBytes: formLimit(maxFileBytes),
    tooLarge: 'payload_too_large',
  })
  if (wrong) return wrong
  const release = slots().take(sender, MAX_OF_ONE)
  if (!release) return refuse('overloaded')
  try {
    return await spooled(request, maxFileBytes, use)
  } finally {
    release()
  }
}

async function spooled<T>(
  request: ApiRequest,
  maxFileBytes: number,
  use: (received: Received) => Promise<T> | T,
): Promise<T | Refusal> {
  const spool = await writingFiles(() => Spool.open(spoolFolder()))
  try {
    const read = await writingFiles(() => readBody(request, spool, maxFileBytes))
    if (!read.ok) return read
    const { fields, file } = read.form
    if (!file) return refuse('validation_failed', { errors: [fieldError(['file'], 'required')] })
    return await use({ fields, file: { ...file, bytes: () => spool.bytes() } })
  } finally {
    await spool.close()
  }
}

function readBody(
  request: ApiRequest,
  spool: Spool,
  maxFileBytes: number,
): Promise<Outcome<{ form: Multipart }>> {
  const contentType = request.header('content-type')!
  const type = mediaTypeOf(contentType)!
  if (type !== MULTIPART) return readWhole(request.bodyStream(), { type, spool, maxFileBytes })
  return readMultipart(request.bodyStream(), {
    contentType,
    spool,
    maxBytes: formLimit(maxFileBytes),
    maxFileBytes,
  })
}

async function readWhole(
  body: Readable,
  { type, spool, maxFileBytes }: { type: string; spool: Spool; maxFileBytes: number },
): Promise<Outcome<{ form: Multipart }>> {
  try {
    // Destroying the body would prevent a response to its sender.
    for await (const chunk of body.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Uint8Array>) {
      if (spool.size + chunk.byteLength > maxFileBytes) return refuse('payload_too_large')
      await spool.write(chunk)
    }
  } catch (error) {
    if (!isCut(body)) throw error
    return refuse('bad_request', { detail: 'The body is incomplete. Send it again.' })
  }
  return { ok: true, form: { fields: {}, file: { name: null, declaredType: type } } }
}

function expected(types: readonly string[]): string {
  const form = `Send ${MULTIPART} with the file in the field \u201cfile\u201d`
  return types.length > 0 ? `${form}, or one of: ${types.join(', ')}.` : `${form}.`
}

const MAX_FIELDS = 10
const MAX_FIELD_BYTES = 1000

interface Multipart {
  fields: Record<string, string>
  /** Null: no file, or an empty one without a name. */
  file: { name: string | null; declaredType: string } | null
}

/**
 * Parses a multipart form as it arrives: text fields, and one file, which is written to the spool
 * with backpressure. Reading stops at the first error; the rest of the body stays unread.
 */
function readMultipart(
  body: Readable,
  {
    contentType,
    spool,
    maxFileBytes,
    maxBytes,
  }: { contentType: string; spool: Spool; maxFileBytes: number; maxBytes: number },
): Promise<Outcome<{ form: Multipart }>> {
  return new Promise((resolve, reject) => {
    const parser = parserFor(contentType, maxFileBytes)
    if (!parser)
      return resolve(refuse('bad_request', { detail: 'The form has no valid boundary.' }))
    const form: Multipart = { fields: {}, file: null }
    const pending: Promise<void>[] = []
    let received = 0
    let isOver = false
    const end = (result: Outcome<{ form: Multipart }> | Error) => {
      if (isOver) return
      isOver = true
      body.unpipe(parser).pause()
      body.off('data', count).off('error', cut).off('close', closed)
      parser.on('error', ignore).destroy()
      // Pending writes still use the spool, so they must finish before it is closed.
      void Promise.allSettled(pending).then(() =>
        result instanceof Error ? reject(result) : resolve(result),
      )
    }
    const cut = () =>
      end(refuse('bad_request', { detail: 'The form is incomplete. Send it again.' }))
    // A fully read body also emits `close`, before everything has been written.
    const closed = () => (body.readableEnded ? undefined : cut())
    const count = (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) end(refuse('payload_too_large'))
    }
    // No promise sees what a listener throws: the request would wait forever, and keep its place.
    const guarded =
      <Args extends unknown[]>(listener: (...args: Args) => void) =>
      (...args: Args) => {
        try {
          listener(...args)
        } catch (error) {
          end(error as Error)
        }
      }
    const onField = (name: string | undefined, value: string, info: FieldInfo) => {
      if (!name) return end(nameless())
      if (info.nameTruncated || info.valueTruncated)
        return end(invalid(name.slice(0, 64), 'too_long'))
      if (Object.hasOwn(form.fields, name)) return end(invalid(name, 'repeated'))
      form.fields[name] = value
    }
    const onFile = (name: string | undefined, stream: Readable, info: FileInfo) => {
      // An incomplete form also fails this stream; an unhandled error would end the process.
      stream.on('error', ignore)
      if (!name) return end(nameless())
      if (name !== UPLOAD_FIELD) return void stream.resume()
      form.file = { name: info.filename || null, declaredType: info.mimeType.toLowerCase() }
      const kept = keep(stream, spool, maxFileBytes).then((how) => {
        if (how === 'too_large') end(refuse('payload_too_large'))
        if (how === 'cut') cut()
      }, end)
      pending.push(kept)
    }
    parser.on('field', guarded(onField)).on('file', guarded(onFile))
    parser.on('filesLimit', () => end(invalid(UPLOAD_FIELD, 'repeated')))
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => end(refuse('bad_request')))
    parser.on('error', cut)
    parser.on('close', () => {
      void Promise.all(pending).then(() => end({ ok: true, form }), ignore)
    })
    if (isCut(body)) return cut()
    body.on('data', count).on('error', cut).on('close', closed)
    body.pipe(parser)
  })
}

const ignore = () => undefined

function parserFor(contentType: string, maxFileBytes: number) {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + 1,
        fieldSize: MAX_FIELD_BYTES,
        // One more than allowed, because busboy reports a file of exactly the limit as truncated.
        fileSize: maxFileBytes + 1,
      },
    })
  } catch {
    return null
  }
}

/** Writes the file to the spool. Throws only disk errors. */
async function keep(
  stream: Readable,
  spool: Spool,
  maxBytes: number,
): Promise<'kept' | 'too_large' | 'cut'> {
  let fault: Error | null = null
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (spool.size + chunk.length > maxBytes) return 'too_large'
      await spool.write(chunk).catch((error: Error) => {
        fault = error
        throw error
      })
    }
    return 'kept'
  } catch {
    if (fault) throw fault as Error
    return 'cut'
  }
}

/** busboy reports the name of a part without one as undefined. RFC 7578 §4.2 requires a name. */
function nameless(): Refusal {
  return refuse('bad_request', { detail: 'A part of the form has no name.' })
}

function invalid(field: string, code: string): Refusal {
  return refuse('validation_failed', { errors: [fieldError([field], code)] })
}
