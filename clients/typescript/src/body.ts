import { defaultBodySerializer } from 'openapi-fetch'

/** A file of a request, sent as it is. */
export type SentFile = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array>
/** A text in the format that its `Content-Type` names, or a `Blob` of that type. */
export type SentText = string | SentFile
/** Rows, or the text of a JSON file with rows. */
export type SentRows = SentText | Record<string, unknown>[]

const isOf = <T>(type: (abstract new (...args: never[]) => T) | undefined, value: unknown) =>
  type !== undefined && value instanceof type

/** A stream can be read, and so sent, only once. */
export const isStream = (body: unknown): boolean => isOf(globalThis.ReadableStream, body)

const isBytes = (body: unknown) => body instanceof ArrayBuffer || ArrayBuffer.isView(body)
const isBlob = (body: unknown): body is Blob => isOf(globalThis.Blob, body)

/**
 * Writes a body: files and texts as they are, an object with a file as a form, the rest as JSON.
 */
export function writeBody(body: unknown, headers?: unknown): unknown {
  if (isWhole(body)) return body
  const fields = fieldsOf(body)
  return hasFile(fields) ? formOf(fields) : serializeFields(body, headers)
}

/** Whether a body is a file or rows, or has a file: it can take minutes to send. */
export function mayBeLarge(body: unknown): boolean {
  const isForm = isOf(globalThis.FormData, body)
  return isForm || isWhole(body) || Array.isArray(body) || hasFile(fieldsOf(body))
}

/** Whether a body is sent as it is. */
const isWhole = (body: unknown) =>
  typeof body === 'string' || isBlob(body) || isBytes(body) || isStream(body)

const fieldsOf = (body: unknown) => Object.entries((body ?? {}) as Record<string, Field>)
const hasFile = (fields: [string, Field][]) => fields.some(([, value]) => isBlob(value))

/** Its types leave out the headers, by which it recognizes a form of texts. */
const serializeFields = defaultBodySerializer as (body: unknown, headers?: unknown) => unknown

type Field = string | Blob | undefined

function formOf(fields: [string, Field][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) if (value !== undefined) form.append(name, value)
  return form
}

/**
 * The `Content-Type` of a body that is not JSON; null removes the header, which is JSON by default.
 * Empty for a text, because only the caller knows its format.
 */
export function typeOf(body: unknown): { 'content-type'?: string | null } {
  if (isBlob(body)) return { 'content-type': body.type || null }
  return isBytes(body) || isStream(body) ? { 'content-type': null } : {}
}

/** Reads an answer: in one of `types` as a text or a file, else as JSON. Throws a `SyntaxError`. */
export async function readBody(response: Response, types: readonly string[]): Promise<unknown> {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  if (!types.includes(type.trim().toLowerCase())) {
    const text = await response.text()
    return text ? JSON.parse(text) : undefined
  }
  return TEXTS.test(type) ? response.text() : response.blob()
}

/** Not `text/plain`: that is a file, whose bytes must not change. */
const TEXTS = /csv|ndjson|html/i
