import { z } from 'zod'
import type { PasskeyRow } from '@/lib/identity/passkeys/passkey.store'
import { completeListOf } from '@/lib/platform/complete-list'
import { instant } from '@/lib/platform/instant'

/** Bytes in base64url. */
const bytes = z.string().meta({ examples: ['Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw'] })
const domain = z.string().meta({ examples: ['id.example.com'] })

export const passkeyResponse = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ examples: ['Work laptop'] }),
    device_type: z
      .string()
      .meta({ examples: ['multiDevice'] })
      .describe('multiDevice: it can be synced between devices; singleDevice: it stays on one'),
    backed_up: z.boolean().describe('Whether it was synced or backed up when last used'),
    aaguid: z.uuid().describe('The model of the authenticator; all zeros if unknown'),
    transports: z.array(z.string()).meta({ examples: [['internal']] }),
    created_at: instant,
    last_used_at: instant.nullable(),
  })
  .meta({ id: 'Passkey' })

export const passkeysResponse = completeListOf(passkeyResponse).meta({ id: 'PasskeyList' })

const descriptor = z.strictObject({
  id: bytes,
  type: z.literal('public-key'),
  transports: z.array(z.string()).meta({ examples: [['internal']] }),
})

/** `PublicKeyCredentialRequestOptionsJSON` (WebAuthn §5.1.8). */
const requestOptions = z
  .strictObject({
    challenge: bytes,
    rpId: domain,
    timeout: z
      .int()
      .meta({ examples: [300_000] })
      .describe('Milliseconds'),
    userVerification: z.enum(['required', 'preferred']),
    allowCredentials: z.array(descriptor).describe('Empty: any passkey of this site'),
  })
  .meta({ id: 'PasskeyRequestOptions' })

/** `PublicKeyCredentialCreationOptionsJSON` (WebAuthn §5.1.8). */
const creationOptions = z
  .strictObject({
    challenge: bytes,
    rp: z.strictObject({
      id: domain,
      name: z.string().meta({ examples: ['Gatehouse'] }),
    }),
    user: z.strictObject({
      id: bytes.describe('Random: neither your user ID nor your address'),
      name: z.string().meta({ examples: ['ada@example.com'] }),
      displayName: z.string().meta({ examples: ['Ada Lovelace'] }),
    }),
    pubKeyCredParams: z.array(
      z.strictObject({ type: z.literal('public-key'), alg: z.int().meta({ examples: [-7] }) }),
    ),
    timeout: z
      .int()
      .meta({ examples: [300_000] })
      .describe('Milliseconds'),
    attestation: z.literal('none'),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    excludeCredentials: z.array(descriptor),
  })
  .meta({ id: 'PasskeyCreationOptions' })

const OPTIONS = 'Pass it to PublicKeyCredential.parseRequestOptionsFromJSON() or the platform’s API'
const expiresIn = z
  .int()
  .meta({ examples: [300] })
  .describe('Seconds left to respond')

export const passkeySignInOptionsResponse = z
  .strictObject({
    challenge_id: bytes.describe('Send it with the response; keep it secret until then'),
    expires_in: expiresIn,
    options: requestOptions.describe(OPTIONS),
  })
  .meta({ id: 'PasskeySignInOptions' })

export const passkeyOptionsResponse = z
  .strictObject({ expires_in: expiresIn, options: requestOptions.describe(OPTIONS) })
  .meta({ id: 'PasskeyOptions' })

export const passkeyCreationResponse = z
  .strictObject({
    expires_in: expiresIn,
    options: creationOptions.describe(
      'Pass it to PublicKeyCredential.parseCreationOptionsFromJSON() or the platform’s API',
    ),
  })
  .meta({ id: 'PasskeyCreation' })

export type RequestOptions = z.output<typeof requestOptions>
export type CreationOptions = z.output<typeof creationOptions>

export function presentPasskey(row: PasskeyRow): z.output<typeof passkeyResponse> {
  return {
    id: row.id,
    name: row.name,
    device_type: row.deviceType,
    backed_up: row.backedUp,
    aaguid: row.aaguid,
    transports: row.transports,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }
}
