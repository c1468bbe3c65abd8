import { settings } from '@/lib/config/settings'
import { sha256 } from '@/lib/platform/crypto'
import { checkIdempotencyKey } from '@/lib/platform/idempotency-key'
import { type Refusal, refuse } from '@/lib/platform/problems'

/** An idempotency key and the hash of its request, as stored. */
export interface RequestKey {
  ok: true
  idempotencyKeyHash: Buffer<ArrayBuffer>
  requestHash: Buffer<ArrayBuffer>
}

/** Reads the header. `request` is the part of the request that a retry must repeat exactly. */
export function readIdempotencyKey(
  key: string | null,
  request: Record<string, string | number | null>,
): RequestKey | Refusal {
  if (!key) return refuse('idempotency_key_required')
  const invalid = checkIdempotencyKey(key)
  if (invalid) return invalid
  return {
    ok: true,
    idempotencyKeyHash: sha256(key),
    requestHash: sha256(JSON.stringify(Object.entries(request).sort())),
  }
}

/** Whether the stored request is identical to the current one. */
export function isSameRequest(stored: Uint8Array | null, { requestHash }: RequestKey): boolean {
  return stored !== null && requestHash.equals(stored)
}

/**
 * Whether a browser may be redirected there after a payment: this origin, or an address on the list
 * for apps.
 */
export function isReturnUrl(address: string): boolean {
  if (settings().external.appRedirectUris.includes(address)) return true
  // URL silently drops or rewrites other characters, and a Location header cannot carry them: the
  // address that was checked would differ from the one that is sent.
  if (!/^[\x21-\x7e]+$/.test(address) || address.includes('\\') || !URL.canParse(address))
    return false
  const url = new URL(address)
  const base = new URL(settings().baseUrl)
  // The origin of a `blob:` URL is that of the URL in it.
  const isOwn = url.origin === base.origin && url.protocol === base.protocol
  return isOwn && !url.username && !url.password
}

/**
 * The address with `payment_id` added. Doesn't use URL, which rewrites addresses with unknown
 * schemes.
 */
export function withPaymentId(address: string, paymentId: string): string {
  const [before = '', ...fragment] = address.split('#')
  const query = `${before}${before.includes('?') ? '&' : '?'}payment_id=${paymentId}`
  return [query, ...fragment].join('#')
}
