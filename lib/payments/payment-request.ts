import { settings } from '@/lib/config/settings'
import { sha256 } from '@/lib/platform/crypto'
import { type Refusal, refuse } from '@/lib/platform/problems'

const KEY_FORMAT = /^[\x21-\x7e]{1,255}$/

/** A key and the request that it stands for, as they are stored. */
export interface RequestKey {
  ok: true
  idempotencyKeyHash: Buffer<ArrayBuffer>
  requestHash: Buffer<ArrayBuffer>
}

/** Reads the header; `requestOnce` is what a repetition has to be equal in. */
export function readIdempotencyKey(
  key: string | null,
  request: Record<string, string | number | null>,
): RequestKey | Refusal {
  if (!key) return refuse('idempotency_key_required')
  if (!KEY_FORMAT.test(key)) return refuse('idempotency_key_required', { detail: BAD_KEY })
  return {
    ok: true,
    idempotencyKeyHash: Buffer.from(sha256(key)),
    requestHash: Buffer.from(sha256(JSON.stringify(Object.entries(request).sort()))),
  }
}

/** Whether a stored request is the one that is made now. */
export function isSameRequest(stored: Uint8Array | null, { requestHash }: RequestKey): boolean {
  return stored !== null && requestHash.equals(stored)
}

const BAD_KEY = 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.'

/**
 * Whether a browser may be sent there after a payment: this origin, or an address that was listed
 * for apps.
 */
export function isReturnUrl(address: string): boolean {
  if (settings().external.appRedirectUris.includes(address)) return true
  // URL drops or rewrites all else silently, and a Location header cannot carry it: what was judged
  // would not be what is sent.
  if (!/^[\x21-\x7e]+$/.test(address) || address.includes('\\') || !URL.canParse(address))
    return false
  const url = new URL(address)
  return url.origin === new URL(settings().baseUrl).origin && !url.username && !url.password
}

/**
 * The address with `payment_id` added. Written by hand: URL would rewrite addresses of schemes that
 * it does not know.
 */
export function withPaymentId(address: string, paymentId: string): string {
  const [before = '', ...fragment] = address.split('#')
  const query = `${before}${before.includes('?') ? '&' : '?'}payment_id=${paymentId}`
  return [query, ...fragment].join('#')
}

/**
 * Whether text may hold a card number: twelve or more digits in a row, of any script, whatever
 * spaces, dashes and invisible characters are between them. Such text is neither stored nor passed
 * on.
 */
export function containsCardNumber(text: string): boolean {
  const joined = text.normalize('NFKC').replace(/[\s\p{Z}\p{Pd}\p{Cf}\u2212]/gu, '')
  return /\p{Nd}{12}/u.test(joined)
}
