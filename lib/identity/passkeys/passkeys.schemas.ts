import { z } from 'zod'
import { elsewhere, secondStepBody } from '@/lib/identity/auth.schemas'
import { lineField } from '@/lib/platform/input-fields'

const MAX_NAME = 80
/** Credential IDs have at most 1023 bytes (WebAuthn §4). */
const MAX_ID = 1364
/** An RSA key with an attestation takes about 4 kB. */
const MAX_BLOB = 16_384

const bytes = (max: number) =>
  z
    .string({ error: 'required' })
    .min(1, { error: 'required' })
    .max(max, { error: 'too_long' })
    .regex(/^[A-Za-z0-9_-]*$/, { error: 'invalid' })
    .meta({ examples: ['AAAA'] })

const credential = {
  id: bytes(MAX_ID),
  rawId: bytes(MAX_ID),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  // Nothing here depends on extensions, so what they say is not read.
  clientExtensionResults: z.unknown().optional(),
}

const TRANSPORT = /^[a-z-]{1,20}$/

/** What `navigator.credentials.create()` returns, as `PublicKeyCredential.toJSON()` writes it. */
const registrationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(MAX_BLOB),
      attestationObject: bytes(MAX_BLOB),
      transports: z
        .array(z.string().regex(TRANSPORT, { error: 'invalid' }))
        .max(10, { error: 'too_many' })
        .optional(),
    }),
  })
  .meta({ id: 'PasskeyRegistration' })

/** What `navigator.credentials.get()` returns, as `PublicKeyCredential.toJSON()` writes it. */
const assertionResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(MAX_BLOB),
      authenticatorData: bytes(MAX_BLOB),
      signature: bytes(MAX_BLOB),
      userHandle: bytes(MAX_ID).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })

export type PasskeyRegistration = z.output<typeof registrationResponse>
export type PasskeyAssertion = z.output<typeof assertionResponse>

export const passkeyName = lineField(MAX_NAME).meta({ examples: ['Work laptop'] })

const token = z
  .string({ error: 'required' })
  .min(1, { error: 'required' })
  .max(200, { error: 'too_long' })
  .meta({ examples: ['Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw'] })

export const addPasskeyBody = z.strictObject({
  name: passkeyName.optional().describe('The default names the browser and system'),
  response: registrationResponse,
})
export const renamePasskeyBody = z.strictObject({ name: passkeyName })
export const passkeySignInBody = z.object({
  challenge_id: token.describe('From POST /auth/passkeys/options'),
  response: assertionResponse,
})
export const passkeyStepOptionsBody = z.object({ mfa_token: token })
export const reauthenticateBody = z.object({ response: assertionResponse })

/** The second step of a sign-in: a code or a passkey. */
export const verifyMfaBody = z.union([
  secondStepBody.extend({ response: elsewhere }),
  z.object({ mfa_token: token, response: assertionResponse, code: elsewhere }),
])

const form = z.string({ error: 'required' }).max(60_000, { error: 'too_long' })

/** The same in a field of a form, as JSON. */
const inForm = <Schema extends z.ZodType>(schema: Schema) =>
  form
    .transform((text, issues) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        issues.addIssue({ code: 'custom', message: 'required' })
        return z.NEVER
      }
    })
    .pipe(schema)

export const registrationField = inForm(registrationResponse)
export const assertionField = inForm(assertionResponse)
