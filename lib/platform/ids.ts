import { v7, validate } from 'uuid'

/** A clock that goes back by more was corrected, and IDs follow it. */
const CORRECTED_MS = 1000
const latest = { msecs: -Infinity, seq: 0 }

/**
 * A new UUIDv7 (RFC 9562 §5.7): sortable by creation time; not a secret. Each is later than the one
 * before, unless the clock was set back: v7() alone would keep to the wrong time until a restart.
 */
export function newId(): string {
  const now = Date.now()
  if (now > latest.msecs || now < latest.msecs - CORRECTED_MS) {
    latest.msecs = now
    latest.seq = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1
  } else {
    latest.seq = (latest.seq + 1) | 0
    if (latest.seq === 0) latest.msecs++
  }
  return v7(latest)
}

/** The instant that a UUIDv7 begins with (RFC 9562 §5.7). */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** A new UUIDv7 that is later than an id, even if that comes from a clock that is ahead. */
export function newIdAfter(id: string): string {
  const fresh = newId()
  return fresh > id ? fresh : v7({ msecs: timeOfId(id).getTime() + 1 })
}

/** The nil UUID (RFC 9562 §5.9): no id comes before it. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** Whether `text` has the form of a UUID. Other ids are never sent to the database. */
export function isId(text: string): boolean {
  return validate(text)
}

/** Whether `text` is a UUID in its canonical spelling (RFC 9562 §4, lower case). */
export function isCanonicalId(text: string): boolean {
  return validate(text) && text === text.toLowerCase()
}
