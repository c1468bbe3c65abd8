import { type Refusal, refuse } from '@/lib/platform/problems'

const KEY_FORMAT = /^[\x21-\x7e]{1,255}$/

/**
 * The refusal of an invalid key, or null. It is refused rather than ignored, because the sender
 * relies on it.
 */
export function checkIdempotencyKey(key: string): Refusal | null {
  return KEY_FORMAT.test(key) ? null : refuse('idempotency_key_required', { detail: BAD_KEY })
}

const BAD_KEY = 'The Idempotency-Key header must be 1 to 255 visible ASCII characters.'
