import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import type { SigningJwk } from '@/lib/config/signing-keys'
import { setStoredKeys, type StoredKey } from '@/lib/identity/sessions/key-ring'
import {
  findSwitch,
  listSigningKeys,
  recordSwitch,
  resealSigningKey,
  type SigningKeyRow,
} from '@/lib/identity/sessions/signing-key.store'
import { isBusAlive, subscribeToSettings } from '@/lib/platform/bus/bus'
import { addSeconds, now } from '@/lib/platform/clock'
import { openSealed, resealed, seal } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { sealingFor } from '@/lib/platform/sealing'

/**
 * How late an instance may learn of a new key if the bus loses the message. A part of the time that
 * a key is published before it signs.
 */
export const POLL_SECONDS = 30

/** How often an instance looks for a new key while no message may arrive: one may have leaked. */
const ALONE_POLL_MS = 500

/**
 * By when every instance has the keys of the environment, since the first one started with them.
 */
const ROLLOUT_SECONDS = 86_400

interface Following {
  /** What was loaded last: the same rows are not a new key ring, whose caches would be empty. */
  loaded: string
  /** Loads run one after another, so that the latest one has the last word. */
  load: Promise<unknown>
}

const state = () =>
  processSingleton<Following>('signing-keys-following', () => ({
    loaded: '',
    load: Promise.resolve(),
  }))

/**
 * Takes the signing keys from the database and keeps them current: on a message of the bus, and
 * twice a minute in any case, or twice a second while the bus is not alive. If the environment has
 * keys, it decides alone, and the database only keeps the time of the switch. Throws if the first
 * read fails. Returns a function that stops it.
 */
export async function followSigningKeys(): Promise<() => void> {
  if (settings().tokens.signingKeys) {
    await recordSwitch(db(), addSeconds(now(), ROLLOUT_SECONDS))
    setStoredKeys({ keys: [], switchedAt: await findSwitch(db()) })
    return () => undefined
  }
  await reloadSigningKeys()
  const reloadQuietly = () =>
    void reloadSigningKeys().catch((error: unknown) =>
      logger().warn({ error }, 'the signing keys could not be read'),
    )
  const unsubscribe = subscribeToSettings(reloadQuietly)
  const poll = setInterval(reloadQuietly, POLL_SECONDS * 1000).unref()
  let isPolling = false
  const pollAlone = setInterval(() => {
    if (isBusAlive() || isPolling) return
    isPolling = true
    // Silent: the database may be away, too, which is reported elsewhere.
    void reloadSigningKeys()
      .catch(() => undefined)
      .finally(() => (isPolling = false))
  }, ALONE_POLL_MS).unref()
  return () => {
    unsubscribe()
    clearInterval(poll)
    clearInterval(pollAlone)
  }
}

/** Reads the keys again. Resolves when everything stored at the time of the call is in force. */
export function reloadSigningKeys(): Promise<void> {
  const following = state()
  const load = following.load.then(() => loadKeys(following))
  following.load = load.catch(() => undefined)
  return load
}

async function loadKeys(following: Following): Promise<void> {
  const rows = await listSigningKeys(db())
  // An instance of a build that does not record the switch may have added the first key.
  const switchedAt = (await findSwitch(db())) ?? rows[0]?.signsFrom ?? null
  const loaded = JSON.stringify([switchedAt, rows.map(({ kid, signsFrom }) => [kid, signsFrom])])
  if (following.loaded === loaded) return
  setStoredKeys({ keys: rows.map(openKey), switchedAt })
  following.loaded = loaded
}

/**
 * A key that cannot be decrypted still verifies; an older one, or the secret, signs in its place.
 */
function openKey({ kid, publicJwk, sealed, signsFrom }: SigningKeyRow): StoredKey {
  try {
    const { plain, outdated } = openSealed(sealed, sealingFor(PURPOSE, kid))
    const jwk = JSON.parse(plain.toString()) as SigningJwk
    if (outdated) void reseal(jwk, sealed)
    return { jwk, signsFrom }
  } catch (error) {
    logger().error({ kid, error }, 'a signing key cannot be decrypted and does not sign')
    return { jwk: publicJwk, signsFrom }
  }
}

async function reseal(jwk: SigningJwk, from: Uint8Array): Promise<void> {
  try {
    await resealSigningKey(db(), { kid: jwk.kid, from, to: sealSigningKey(jwk) })
  } catch (error) {
    logger().warn({ kid: jwk.kid, error }, 'a signing key could not be re-encrypted')
  }
}

/** Separate keys, so that a leaked one opens no user's two-step verification secret. */
const PURPOSE = 'gatehouse signing keys v1'

/** Encrypts a key for the database. It can only be decrypted under its `kid`. */
export function sealSigningKey(jwk: SigningJwk): Buffer<ArrayBuffer> {
  return seal(Buffer.from(JSON.stringify(jwk)), sealingFor(PURPOSE, jwk.kid))
}

/** The sealed bytes of a key under the present encryption key; null if they are. Throws. */
export function resealedSigningKey(sealed: Uint8Array, kid: string): Buffer<ArrayBuffer> | null {
  return resealed(sealed, sealingFor(PURPOSE, kid))
}
