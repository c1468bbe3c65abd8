import { v7, validate } from 'uuid'

/** A fresh UUIDv7 (RFC 9562 §5.7): sortable by the time it was made; not a secret. */
export function newId(): string {
  return v7()
}

/** Whether `text` has the form of a UUID; what does not is never sent to the database. */
export function isId(text: string): boolean {
  return validate(text)
}

/**
 * Whether `text` is a UUID in its one canonical spelling, that of RFC 9562 §4 with small letters.
 */
export function isCanonicalId(text: string): boolean {
  return validate(text) && text === text.toLowerCase()
}
