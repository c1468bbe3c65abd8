import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** SHA-256 of UTF-8 text or bytes, 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer')
}

/** HMAC-SHA-256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: Uint8Array, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

/** A fresh secret of 256 bits, base64url without padding (43 characters). */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares two byte strings without telling by its time where they differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

/**
 * A 32-byte key for one purpose, derived from a master secret (HKDF-SHA-256, RFC 5869): a key that leaks from one purpose
 * opens no other.
 */
export function derivedKey(secret: string, purpose: string): Buffer {
  const name = `${purpose}\n${secret}`
  const known = derived.get(name)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', secret, '', `gatehouse/${purpose}`, 32))
  derived.set(name, key)
  return key
}

/** As many as there are purposes and configured secrets. */
const derived = new Map<string, Buffer>()
