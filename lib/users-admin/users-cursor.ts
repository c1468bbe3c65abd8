import { settings } from '@/lib/config/settings'
import { derivedKey, equalBytes, hmacSha256 } from '@/lib/platform/crypto'
import type { ListPlace } from '@/lib/users-admin/user-ranges.store'
import type { UserSort } from '@/lib/users-admin/user-sort'

const MAC_BYTES = 16

/** No cursor is longer: a sort key has 200 characters. */
export const MAX_CURSOR_LENGTH = 2048

/** A place in the list sorted so, as text that means nothing to its reader. Signed: what comes back was made here. */
export function writeCursor(sort: UserSort, { key, id }: ListPlace): string {
  const content = Buffer.from(JSON.stringify([sort, key, id]))
  return Buffer.concat([mac(content, settings().tokens.secret), content]).toString('base64url')
}

/** The place that a cursor stands for; null when it was not made here, or for another sort. */
export function readCursor(sort: UserSort, cursor: string): ListPlace | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.toString('base64url') !== cursor) return null
  const content = bytes.subarray(MAC_BYTES)
  const { secret, previousSecrets } = settings().tokens
  const genuine = [secret, ...previousSecrets].some((key) =>
    equalBytes(mac(content, key), bytes.subarray(0, MAC_BYTES)),
  )
  if (!genuine) return null
  const [of, key, id] = JSON.parse(content.toString()) as [UserSort, string, string]
  return of === sort ? { key, id } : null
}

function mac(content: Buffer, secret: string): Buffer {
  return hmacSha256(derivedKey(secret, 'users-cursor'), content).subarray(0, MAC_BYTES)
}
