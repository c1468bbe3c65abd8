import type { Readable } from 'node:stream'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { matchesEntityTag } from '@/lib/platform/if-none-match'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { type ByteRange, storage } from '@/lib/uploads/storage'
import { isImageType, MAX_NAME_LENGTH } from '@/lib/uploads/upload.schemas'
import { findUpload, type UploadRow } from '@/lib/uploads/upload.store'

/** The request headers that decide how much of a file is sent. */
export interface FileConditions {
  ifNoneMatch: string | null
  range: string | null
  ifRange: string | null
}

/**
 * A file or a part of it, ready to send. Without `stream` there is no body: the client already has
 * the file.
 */
export interface OpenedFile {
  status: 200 | 206 | 304
  headers: Record<string, string>
  stream: Readable | null
}

const UNCONDITIONAL: FileConditions = { ifNoneMatch: null, range: null, ifRange: null }

/**
 * Opens an upload for an authorized caller. The headers make it harmless in a browser: the type was
 * detected from the content, no script in it runs, and only images are shown inline. Refuses
 * `not_found`, `range_not_satisfiable`.
 */
export async function openUpload(
  by: { id: string; userId?: string },
  conditions: FileConditions = UNCONDITIONAL,
): Promise<Outcome<{ file: OpenedFile }>> {
  const row = isId(by.id) ? await findUpload(db(), by) : null
  return row ? openRow(row, conditions) : refuse('not_found')
}

/** The same for an upload that was already found. */
export async function openRow(
  row: UploadRow,
  conditions: FileConditions,
): Promise<Outcome<{ file: OpenedFile }>> {
  const etag = `"${Buffer.from(row.sha256).toString('hex')}"`
  const headers = { ...safeHeaders(row), etag }
  if (matchesEntityTag(conditions.ifNoneMatch, etag))
    return { ok: true, file: { status: 304, headers, stream: null } }
  const isCurrent = conditions.ifRange === null || conditions.ifRange === etag
  const range = isCurrent ? readRange(conditions.range, row.size) : null
  if (range === 'unsatisfiable') return refuse('range_not_satisfiable', { sizeBytes: row.size })
  const stream = await storage().open(row.storageKey, range ?? undefined)
  if (!stream) return refuse('not_found')
  const length = range ? range.last - range.first + 1 : row.size
  const sent = { ...headers, 'content-type': typeOf(row), 'content-length': String(length) }
  if (!range) return { ok: true, file: { status: 200, headers: sent, stream } }
  const part = { 'content-range': `bytes ${range.first}-${range.last}/${row.size}` }
  return { ok: true, file: { status: 206, headers: { ...sent, ...part }, stream } }
}

function typeOf({ contentType }: UploadRow): string {
  return contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType
}

/**
 * `no-cache`: a browser may store the file, but must check each time whether it may still show it.
 * `nosniff` is set on every response of the service.
 */
function safeHeaders({ contentType, fileName }: UploadRow): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(
      isImageType(contentType) ? 'inline' : 'attachment',
      fileName,
    ),
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

/**
 * The single range that a Range header requests (RFC 9110 §14.2). Null to send the whole file:
 * without a header, or if it is invalid or requests several ranges.
 */
function readRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  if (!match) return null
  const [, from = '', to = ''] = match
  if (from === '') {
    if (to === '') return null
    const length = Number(to)
    return length === 0 ? 'unsatisfiable' : { first: Math.max(0, size - length), last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= size ? 'unsatisfiable' : { first, last }
}

/**
 * The file name as stored and shown: the last part of a path, without control and formatting
 * characters, which could disguise a name. Null if nothing is left. Never used as a path.
 */
export function cleanFileName(name: string | null): string | null {
  const last = (name ?? '').split(/[/\\]/).at(-1)!
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '').trim()
  const cut = [...clean].slice(0, MAX_NAME_LENGTH).join('')
  return cut === '' || cut === '.' || cut === '..' ? null : cut
}

/**
 * A Content-Disposition header (RFC 6266) with the name in ASCII, and in UTF-8 if ASCII loses
 * anything.
 */
function contentDisposition(kind: 'inline' | 'attachment', name: string | null): string {
  if (name === null) return kind
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`
}
