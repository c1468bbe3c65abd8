import busboy from 'busboy'
import type { Readable } from 'node:stream'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Spool } from '@/lib/platform/spooled-file'
import { UPLOAD_FIELD } from '@/lib/http/body-limits'

const MAX_FIELDS = 10
const MAX_FIELD_BYTES = 1000

export interface Multipart {
  fields: Record<string, string>
  /** Null: there was none, or an empty one without a name. */
  file: { name: string | null; declaredType: string } | null
}

/**
 * Reads a multipart form as it arrives: text fields, and one file, which is written to the spool as fast as the disk takes it. Reading
 * stops at the first thing that is wrong; the rest of the body stays unread.
 */
export function readMultipart(
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
    if (!parser) return resolve(refuse('bad_request', { detail: 'The form has no valid boundary.' }))
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
      // What is being written still writes to the spool: whoever closes it waits for that.
      void Promise.allSettled(pending).then(() =>
        result instanceof Error ? reject(result) : resolve(result),
      )
    }
    const cut = () => end(refuse('bad_request', { detail: 'The form is incomplete. Send it again.' }))
    // A body that was read to its end closes too, before all of it has been written.
    const closed = () => (body.readableEnded ? undefined : cut())
    const count = (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) end(refuse('payload_too_large'))
    }
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) return end(invalid(name.slice(0, 64), 'too_long'))
      if (Object.hasOwn(form.fields, name)) return end(invalid(name, 'duplicate'))
      form.fields[name] = value
    })
    parser.on('file', (name, stream, { filename, mimeType }) => {
      // A form that is cut off has this stream fail too: unheard, that would end the process.
      stream.on('error', ignore)
      if (name !== UPLOAD_FIELD) return void stream.resume()
      form.file = { name: filename || null, declaredType: mimeType.toLowerCase() }
      const kept = keep(stream, spool, maxFileBytes).then((how) => {
        if (how === 'too_large') end(refuse('payload_too_large'))
        if (how === 'cut') cut()
      }, end)
      pending.push(kept)
    })
    parser.on('filesLimit', () => end(invalid(UPLOAD_FIELD, 'duplicate')))
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => end(refuse('bad_request')))
    parser.on('error', cut)
    parser.on('close', () => {
      void Promise.all(pending).then(() => end({ ok: true, form }), ignore)
    })
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
        // One more than may be, or a file of just the right length would count as cut off.
        fileSize: maxFileBytes + 1,
      },
    })
  } catch {
    return null
  }
}

/** Writes the file to the spool. Throws only what the disk says. */
async function keep(stream: Readable, spool: Spool, maxBytes: number): Promise<'kept' | 'too_large' | 'cut'> {
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

function invalid(field: string, code: string): Refusal {
  return refuse('validation_failed', { errors: [fieldError([field], code)] })
}
