import { sha256 } from '@/lib/platform/crypto'
import { refuse, type Refusal } from '@/lib/platform/problems'

const KEY_FORM = /^[\x21-\x7e]{1,255}$/

/** A key and the request that it stands for, as they are stored. */
export interface RequestKey {
  ok: true
  idempotencyKeyHash: Buffer<ArrayBuffer>
  requestHash: Buffer<ArrayBuffer>
}

/** Reads the header; `request` is what a repetition has to be equal in. */
export function readIdempotencyKey(
  key: string | null,
  request: Record<string, string | number | null>,
): RequestKey | Refusal {
  if (!key) return refuse('idempotency_key_required')
  if (!KEY_FORM.test(key)) return refuse('idempotency_key_required', { detail: BAD_KEY })
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
