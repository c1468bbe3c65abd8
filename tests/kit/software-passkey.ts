import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreationOptions, RequestOptions } from '@/lib/identity/passkeys/passkey.responses'
import type {
  PasskeyAssertion,
  PasskeyRegistration,
} from '@/lib/identity/passkeys/passkeys.schemas'
import { sha256 } from '@/lib/platform/crypto'

/** What an authenticator and browser say, if not the truth. */
interface Claims {
  origin?: string
  rpId?: string
  verified?: boolean
  crossOrigin?: boolean
  counter?: number
  userHandle?: string | null
  challenge?: string
}

const ORIGIN = 'http://localhost:3000'
const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** An authenticator in software, with one ES256 passkey (WebAuthn §6). */
export class SoftwarePasskey {
  readonly credentialId = randomBytes(32)
  counter = 0
  #handle = ''
  readonly #privateKey: KeyObject
  readonly #publicKey: Buffer

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    this.#publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ])
  }

  get id(): string {
    return this.credentialId.toString('base64url')
  }

  /** The answer to creation options, as the browser sends it. */
  create({ challenge, rp, user }: CreationOptions, claims: Claims = {}): PasskeyRegistration {
    this.#handle = user.id
    const attested = Buffer.concat([
      Buffer.alloc(16),
      uint16(this.credentialId.length),
      this.credentialId,
      this.#publicKey,
    ])
    const authData = this.#authData({ ...claims, rpId: claims.rpId ?? rp.id }, attested)
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59]),
      uint16(authData.length),
      authData,
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, claims).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** The answer to request options, as the browser sends it. The counter rises by one. */
  answer({ challenge, rpId }: RequestOptions, claims: Claims = {}): PasskeyAssertion {
    if (claims.counter === undefined && this.counter > 0) this.counter++
    const authData = this.#authData({ ...claims, rpId: claims.rpId ?? rpId })
    const data = clientData('webauthn.get', challenge, claims)
    const signed = Buffer.concat([authData, sha256(data)])
    const userHandle = claims.userHandle === undefined ? this.#handle : claims.userHandle
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        userHandle,
      },
    }
  }

  #authData({ rpId, verified = true, counter }: Claims, attested = Buffer.alloc(0)): Buffer {
    const flags = PRESENT | (verified ? VERIFIED : 0) | (attested.length > 0 ? ATTESTED : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.counter)
    return Buffer.concat([sha256(rpId!), Buffer.from([flags]), count, attested])
  }
}

function clientData(type: string, challenge: string, claims: Claims): Buffer {
  const { origin = ORIGIN, crossOrigin = false } = claims
  return Buffer.from(
    JSON.stringify({ type, challenge: claims.challenge ?? challenge, origin, crossOrigin }),
  )
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
