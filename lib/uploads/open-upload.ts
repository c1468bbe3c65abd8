import type { Readable } from 'node:stream'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { contentDisposition } from '@/lib/uploads/file-name'
import { readRange } from '@/lib/uploads/read-range'
import { storage } from '@/lib/uploads/storage/storage'
import { isImageType } from '@/lib/uploads/upload-limits'
import { findUpload, type UploadRow } from '@/lib/uploads/upload.store'

/** The headers of a request that decide how much of a file is sent. */
export interface FileConditions {
  ifNoneMatch: string | null
  range: string | null
  ifRange: string | null
}

/** A file or a part of it, ready to be sent. Without `stream` there is no body: the client has the file already. */
export interface OpenedFile {
  status: 200 | 206 | 304
  headers: Record<string, string>
  stream: Readable | null
}

const UNCONDITIONAL: FileConditions = { ifNoneMatch: null, range: null, ifRange: null }

/**
 * Opens an upload for somebody who may have it. Its headers make it harmless in a browser: the type is the one that was found in the
 * content, nothing in it is run, and only images are shown in place. Refuses `not_found`, `range_not_satisfiable`.
 */
export async function openUpload(
  by: { id: string; userId?: string },
  conditions: FileConditions = UNCONDITIONAL,
): Promise<Outcome<{ file: OpenedFile }>> {
  const row = isId(by.id) ? await findUpload(db(), by) : null
  return row ? openRow(row, conditions) : refuse('not_found')
}

/** The same for an upload that was found already. */
export async function openRow(
  row: UploadRow,
  conditions: FileConditions,
): Promise<Outcome<{ file: OpenedFile }>> {
  const etag = `"${Buffer.from(row.sha256).toString('hex')}"`
  const headers = { ...safeHeaders(row), etag }
  if (matches(conditions.ifNoneMatch, etag)) return { ok: true, file: { status: 304, headers, stream: null } }
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

/** `no-cache`: a browser may keep it, and asks each time whether it still may show it. `nosniff` is on every answer of the service. */
function safeHeaders({ contentType, fileName }: UploadRow): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(isImageType(contentType) ? 'inline' : 'attachment', fileName),
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

/** RFC 9110 §13.1.2: a list of tags, compared weakly. */
function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
