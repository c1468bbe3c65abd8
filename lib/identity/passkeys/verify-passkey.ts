import type { PasskeySettings } from '@/lib/config/passkey-settings'
import { settings } from '@/lib/config/settings'
import { type ClientData, readClientData } from '@/lib/identity/passkeys/client-data'
import type {
  PasskeyAssertion,
  PasskeyRegistration,
} from '@/lib/identity/passkeys/passkeys.schemas'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { logger } from '@/lib/platform/logger'

/** ES256, EdDSA, RS256: one of these is supported by every authenticator. */
export const ALGORITHMS = [-7, -8, -257]

/** Why an answer is refused, for the audit trail. The client learns only that it is. */
export type PasskeyFault = 'other_origin' | 'other_rp' | 'not_verified' | 'invalid'

/** Loaded at first use: importing it takes half a second. */
const webauthn = () => import('@simplewebauthn/server')

export interface VerifiedAssertion {
  counter: number
  backedUp: boolean
  /** Whether the authenticator verified the user, by a PIN or biometrics. */
  userVerified: boolean
}

/**
 * Checks the signature of an assertion and everything it covers: challenge, origin, relying party,
 * user presence. The write that stores the counter checks it.
 */
export async function verifyAssertion(
  response: PasskeyAssertion,
  by: { challenge: string; publicKey: Uint8Array<ArrayBuffer>; party: PasskeySettings },
): Promise<VerifiedAssertion | PasskeyFault> {
  const fault = faultOf(readClientData(response.response.clientDataJSON), 'webauthn.get', by.party)
  if (fault) return fault
  const { authenticatorData, userHandle } = response.response
  if (!isOfParty(Buffer.from(authenticatorData, 'base64url'), by.party)) return 'other_rp'
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: {
      ...assertionOf(response),
      response: { ...response.response, userHandle: userHandle ?? undefined },
    },
    expectedChallenge: by.challenge,
    expectedOrigin: by.party.origins,
    expectedRPID: by.party.rpId,
    credential: { id: response.id, publicKey: by.publicKey, counter: 0 },
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) return 'invalid'
  const { newCounter, credentialBackedUp, userVerified } = verified.authenticationInfo
  return { counter: newCounter, backedUp: credentialBackedUp, userVerified }
}

interface VerifiedRegistration {
  credentialId: Uint8Array<ArrayBuffer>
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  deviceType: string
  backedUp: boolean
  aaguid: string
}

/** Checks a new passkey: challenge, origin, relying party, user verification, algorithm. */
export async function verifyRegistration(
  response: PasskeyRegistration,
  by: { challenge: string; party: PasskeySettings },
): Promise<VerifiedRegistration | PasskeyFault> {
  const { clientDataJSON, attestationObject } = response.response
  const fault = faultOf(readClientData(clientDataJSON), 'webauthn.create', by.party)
  if (fault) return fault
  const authData = await authenticatorDataOf(attestationObject)
  if (!authData) return 'invalid'
  if (!isOfParty(authData, by.party)) return 'other_rp'
  if (!isUserVerified(authData)) return 'not_verified'
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response: {
      ...assertionOf(response),
      response: { clientDataJSON, attestationObject: withoutAttestation(authData) },
    },
    expectedChallenge: by.challenge,
    expectedOrigin: by.party.origins,
    expectedRPID: by.party.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) return 'invalid'
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = verified.registrationInfo
  // The ID beside the signed data is only the browser's word.
  if (credential.id !== response.id) return 'invalid'
  return {
    credentialId: new Uint8Array(Buffer.from(credential.id, 'base64url')),
    publicKey: new Uint8Array(credential.publicKey),
    counter: credential.counter,
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    aaguid,
  }
}

function assertionOf({ id, rawId, type }: PasskeyAssertion | PasskeyRegistration) {
  return { id, rawId, type, clientExtensionResults: {} }
}

/** A passkey used in a frame of another site is refused: nothing of ours is embedded there. */
function faultOf(
  data: ClientData | null,
  type: string,
  { origins }: PasskeySettings,
): PasskeyFault | null {
  if (data?.type !== type) return 'invalid'
  if (!data.crossOrigin && origins.includes(data.origin)) return null
  if (settings().local) explainOrigin(data)
  return 'other_origin'
}

/** The answer must not say what is wrong, so developers of an app read it in the terminal. */
function explainOrigin({ origin, crossOrigin }: ClientData): void {
  logger().warn(
    { origin, cross_origin: crossOrigin },
    crossOrigin
      ? 'a passkey was refused: passkeys do not work in a frame of another site'
      : 'a passkey was refused: its origin is not in AUTH_PASSKEY_APP_ORIGINS',
  )
}

const RP_HASH_BYTES = 32
const USER_VERIFIED = 0x04

function isOfParty(authData: Uint8Array, { rpId }: PasskeySettings): boolean {
  return equalBytes(authData.subarray(0, RP_HASH_BYTES), sha256(rpId))
}

const isUserVerified = (authData: Uint8Array) =>
  ((authData[RP_HASH_BYTES] ?? 0) & USER_VERIFIED) !== 0

/** Null if the attestation object has something else there, or is not one. */
async function authenticatorDataOf(attestationObject: string): Promise<Uint8Array | null> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'))
  try {
    const authData: unknown = decodeAttestationObject(bytes).get('authData')
    return authData instanceof Uint8Array ? authData : null
  } catch {
    return null
  }
}

/**
 * The attestation object with the statement `none`, in CBOR. None was asked for, so none is
 * checked: checking a certificate chain could make this server fetch addresses that the client
 * chose.
 */
function withoutAttestation(authData: Uint8Array): string {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  const parts = [
    [0xa3, ...key('fmt'), ...key('none'), ...key('attStmt'), 0xa0, ...key('authData'), 0x59],
    length,
    authData,
  ].map((part) => Buffer.from(part))
  return Buffer.concat(parts).toString('base64url')
}

/** A text of fewer than 24 bytes in CBOR. */
const key = (text: string) => [0x60 + text.length, ...Buffer.from(text)]
