import { equalBytes, hmacSha256 } from '@/lib/platform/crypto'

/** How far the sender's clock may be off, in either direction. */
export const TOLERANCE_SECONDS = 300

/** Signs a body as Stripe does: `t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>.<body>" in hex>`. */
export function signWebhook(body: string | Uint8Array, key: Uint8Array, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${macOf(seconds, body, key).toString('hex')}`
}

/**
 * Whether a header of that format is valid for exactly these bytes and at most five minutes old or
 * ahead.
 */
export function isSignedWebhook(
  header: string | null,
  by: { body: Uint8Array; key: Uint8Array; now: Date },
): boolean {
  const seconds = signedAt(header)
  if (header === null || seconds === null || !isTimely(seconds, by.now)) return false
  const expected = macOf(seconds, by.body, by.key)
  return header
    .split(',')
    .filter((part) => part.startsWith('v1='))
    .some((part) => equalBytes(Buffer.from(part.slice(3), 'hex'), expected))
}

/**
 * The timestamp in such a header, in seconds; null if it has none or several, because another
 * parser might pick a different one.
 */
export function signedAt(header: string | null): number | null {
  const [instant, ...others] = (header ?? '')
    .split(',')
    .filter((part) => part.trim().startsWith('t='))
  const [, seconds] = /^t=(\d{1,12})$/.exec(instant ?? '') ?? []
  return seconds === undefined || others.length > 0 ? null : Number(seconds)
}

/** Whether a timestamp is at most five minutes in the past or in the future. */
export function isTimely(seconds: number, now: Date): boolean {
  return Math.abs(now.getTime() / 1000 - seconds) <= TOLERANCE_SECONDS
}

function macOf(seconds: number, body: string | Uint8Array, key: Uint8Array): Buffer {
  return hmacSha256(key, Buffer.concat([Buffer.from(`${seconds}.`), Buffer.from(body)]))
}
