import { z } from 'zod'
import { settings } from '@/lib/config/settings'
import { derivedKey, equalBytes, hmacSha256 } from '@/lib/platform/crypto'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Refusal } from '@/lib/platform/problems'

const MAC_BYTES = 16

/** No cursor is longer than this: the longest sort key is 200 characters. */
export const MAX_CURSOR_LENGTH = 2048

/** A cursor as a query carries it. Whether it belongs to the list is decided by `readCursor`. */
export const cursorField = z
  .string()
  .min(1, { error: 'invalid_cursor' })
  .max(MAX_CURSOR_LENGTH, { error: 'invalid_cursor' })

/** The sort keys of a row, from the most to the least significant; the last one is unique. */
export type Place = readonly string[]

/**
 * Writes a place in a list as opaque text. It is signed and names its list, so that `readCursor` accepts nothing but what was
 * written here for the same list.
 */
export function writeCursor(list: string, place: Place): string {
  const content = Buffer.from(JSON.stringify([list, ...place]))
  return Buffer.concat([mac(content, settings().tokens.secret), content]).toString('base64url')
}

/** The place that a cursor stands for; null when it was not written by this service for this list. */
export function readCursor(list: string, cursor: string): Place | null {
  if (cursor.length > MAX_CURSOR_LENGTH) return null
  const bytes = Buffer.from(cursor, 'base64url')
  // Decoding skips what is not base64url: another spelling of a cursor is not a cursor.
  if (bytes.toString('base64url') !== cursor) return null
  const content = bytes.subarray(MAC_BYTES)
  const { secret, previousSecrets } = settings().tokens
  const genuine = [secret, ...previousSecrets].some((key) =>
    equalBytes(mac(content, key), bytes.subarray(0, MAC_BYTES)),
  )
  if (!genuine) return null
  const [of, ...place] = JSON.parse(content.toString()) as string[]
  return of === list ? place : null
}

/** The refusal of a cursor that does not belong to the list. */
export function refuseCursor(): Refusal {
  return refuse('validation_failed', { errors: [fieldError(['cursor'], 'invalid_cursor')] })
}

function mac(content: Buffer, secret: string): Buffer {
  return hmacSha256(derivedKey(secret, 'cursor'), content).subarray(0, MAC_BYTES)
}
