import { randomBytes } from 'node:crypto'
import { hmacSha256, openSealed, resealed, seal } from '@/lib/platform/crypto'
import { sealingFor } from '@/lib/platform/sealing'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret as Standard Webhooks writes it: `whsec_` and base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Seals a secret for the database. It can only be opened for the same endpoint. */
export function sealWebhookSecret(secret: string, endpointId: string): Buffer<ArrayBuffer> {
  return seal(Buffer.from(secret), sealingFor(PURPOSE, endpointId))
}

/**
 * Opens a sealed secret; `outdated` means that it should be sealed again. Throws if it was changed,
 * belongs to another endpoint, or its key isn't configured.
 */
export function openWebhookSecret(
  sealed: Uint8Array,
  endpointId: string,
): { secret: string; outdated: boolean } {
  const { plain, outdated } = openSealed(sealed, sealingFor(PURPOSE, endpointId))
  return { secret: plain.toString(), outdated }
}

/**
 * The `webhook-signature` of a message: one `v1` signature per secret, separated by spaces
 * (Standard Webhooks). `timestamp` is in seconds.
 */
export function signWebhook(
  message: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
): string {
  const signed = `${message.id}.${message.timestamp}.${message.body}`
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${hmacSha256(key, signed).toString('base64')}`
    })
    .join(' ')
}

/** Separate keys, so that a leaked one opens nothing else that is sealed. */
const PURPOSE = 'gatehouse webhooks v1'

/** The sealed bytes of a secret under the present key; null if they are. Throws. */
export function resealedWebhookSecret(
  sealed: Uint8Array,
  endpointId: string,
): Buffer<ArrayBuffer> | null {
  return resealed(sealed, sealingFor(PURPOSE, endpointId))
}
