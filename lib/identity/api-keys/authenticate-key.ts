import { type Access, findAccess, peekAccess } from '@/lib/access/find-access'
import { missingFactor } from '@/lib/access/missing-factor'
import { processSingleton } from '@/lib/config/process-singleton'
import { findKeyState, markKeyUsed } from '@/lib/identity/api-keys/api-key.store'
import { keyIdOf, keyLabel, parseApiKey } from '@/lib/identity/api-keys/key-format'
import { admitKeyLookup, refuseWrongKey } from '@/lib/identity/api-keys/wrong-keys'
import { subscribe } from '@/lib/platform/bus/bus'
import { InvalidatingCache } from '@/lib/platform/bus/invalidating-cache'
import { equalBytes, sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { isInNetworks, type Network, parseNetwork } from '@/lib/platform/ip-address'
import { logger } from '@/lib/platform/logger'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { KeyPrincipal, RequestContext } from '@/lib/platform/request-context'

/** `access` is what both the key and its owner have now. */
export type AuthenticatedKey = Outcome<{
  principal: KeyPrincipal
  access: Access
  expiresAt: Date
}>

type Caller = Pick<RequestContext, 'now' | 'ip'>
type Admitted = Extract<AuthenticatedKey, { ok: true }>

/** What accepting a key depends on. */
interface KeyState {
  id: string
  userId: string
  secretHash: Uint8Array
  permissions: ReadonlySet<string>
  networks: readonly Network[]
  expiresAt: Date
  revoked: boolean
  /** When a use was last recorded, in milliseconds. */
  usedAt: number
  /** The answer for the owner's access that it was computed from; each is a new object. */
  admitted: { from: Access; answer: Admitted } | null
}

/**
 * Authenticates an API key: form, secret, expiry, revocation, an active owner, the client's
 * address. Served from memory where possible, and then without a promise. A wrong key is charged to
 * the client's address.
 */
export function authenticateKey(
  key: string,
  caller: Caller,
): AuthenticatedKey | Promise<AuthenticatedKey> {
  const parsed = parseApiKey(key)
  if (!parsed) return refuse('invalid_token', { detail: MALFORMED })
  const state = keyStates().peek(parsed.label)
  const access = state && peekAccess(state.userId)
  return access ? verify(state, access, parsed.secret, caller) : loadAndVerify(parsed, caller)
}

const UNENROLLED =
  'The owner of this API key must set up two-step verification before the key can be used again.'
const MALFORMED = 'This is not an API key of this service. Check that it is complete.'

async function loadAndVerify(
  { label, secret }: { label: string; secret: string },
  caller: Caller,
): Promise<AuthenticatedKey> {
  const admitted = admitKeyLookup(label, caller)
  if (!admitted.ok) return admitted
  const state = await admitted.lookup.run(() => findCachedKeyState(label))
  if (!state) return refuseWrongKey(caller)
  return verify(state, await findAccess(state.userId), secret, caller)
}

function verify(
  state: KeyState,
  access: Access | null,
  secret: string,
  caller: Caller,
): AuthenticatedKey | Promise<Refusal> {
  if (!equalBytes(sha256(secret), state.secretHash)) return refuseWrongKey(caller)
  const refused = checkLive(state, access, caller.now)
  if (refused || !access) return refused ?? refuse('invalid_token')
  if (state.networks.length > 0 && !isInNetworks(caller.ip, state.networks)) {
    logger().warn({ api_key_id: state.id, ip: caller.ip }, 'API key used from another address')
    return refuse('address_not_allowed')
  }
  recordUse(state, caller.now)
  return admit(state, access)
}

/** Why a genuine key is refused, or null. Tells its holder, who has the secret, what happened. */
function checkLive(state: KeyState, access: Access | null, now: Date): Refusal | null {
  if (state.revoked) return refuse('invalid_token', { detail: 'This API key was revoked.' })
  if (state.expiresAt <= now)
    return refuse('invalid_token', { detail: 'This API key has expired.' })
  // A key proves no factor, so an owner with a passkey is enough.
  const missing = access && missingFactor(access.factor, { proven: true })
  if (access?.status === 'active')
    return missing ? refuse('mfa_enrolment_required', { detail: UNENROLLED }) : null
  return refuse('invalid_token', { detail: 'The account of this API key is not active.' })
}

/** The answer is computed once for each state of the owner's access. */
function admit(state: KeyState, access: Access): Admitted {
  if (state.admitted?.from === access) return state.admitted.answer
  const limited = limitAccess(access, state.permissions)
  const answer: Admitted = {
    ok: true,
    principal: {
      kind: 'key',
      keyId: state.id,
      userId: state.userId,
      roles: access.roles,
      permissions: limited.permissions,
      limitedTo: state.permissions,
    },
    access: limited,
    expiresAt: state.expiresAt,
  }
  state.admitted = { from: access, answer }
  return answer
}

/**
 * What is left of a user's access. Without roles, because each stands for more than the key may do.
 */
function limitAccess(access: Access, to: ReadonlySet<string>): Access {
  const permissions = [...access.permissions].filter((name) => to.has(name))
  const version = sha256(JSON.stringify([access.version, permissions]))
    .toString('base64url')
    .slice(0, 16)
  return { ...access, roles: [], permissions: new Set(permissions), version }
}

/** How many keys one process caches (about a kilobyte each). */
const MAX_KEYS = 20_000
const TTL_SECONDS = 300

/**
 * Caches the states of keys by label. Like the states of sessions, they are read from the database
 * while the bus is not proven alive.
 */
const keyStates = () =>
  processSingleton('api-key-states', () => {
    const cache = new InvalidatingCache<KeyState>({
      max: MAX_KEYS,
      ttlSeconds: TTL_SECONDS,
      tagsOf: (state) => [state.userId],
    })
    subscribe((message) => {
      if (message.type === 'api_key.revoked') cache.invalidate(keyLabel(message.keyId))
      else if (message.type === 'user.sessions_revoked') cache.invalidateTag(message.userId)
      // Retiring a permission takes it from keys.
      else if (message.type === 'rbac.changed' || message.type === 'resync') cache.clear()
    })
    return cache
  })

function findCachedKeyState(label: string): Promise<KeyState | null> {
  return keyStates().get(label, async () => {
    const id = keyIdOf(label)
    const row = id && (await findKeyState(db(), id))
    if (!row) return null
    const { userId, secretHash, expiresAt } = row
    return {
      id,
      userId,
      secretHash,
      expiresAt,
      permissions: new Set(row.permissions),
      networks: row.allowedAddresses.map(parseNetwork),
      revoked: row.revokedAt !== null,
      usedAt: row.lastUsedAt?.getTime() ?? 0,
      admitted: null,
    }
  })
}

/** Uses are recorded at most this often for each key. */
const USE_SECONDS = 60

/** Records the use without delaying the request; one that fails is recorded a minute later. */
function recordUse(state: KeyState, now: Date): void {
  const at = now.getTime()
  if (Math.abs(at - state.usedAt) < USE_SECONDS * 1000) return
  state.usedAt = at
  markKeyUsed(db(), { id: state.id, now, everySeconds: USE_SECONDS }).catch((error: unknown) => {
    logger().warn({ error, api_key_id: state.id }, 'the use of an API key could not be recorded')
  })
}

/** Whether a key that authenticated a request may go on with work that takes long. */
export async function isKeyStillAuthorized(
  principal: KeyPrincipal,
  permission: string | null,
  now: Date,
): Promise<boolean> {
  const [state, access] = await Promise.all([
    findCachedKeyState(keyLabel(principal.keyId)),
    findAccess(principal.userId),
  ])
  if (!state || checkLive(state, access, now)) return false
  return permission === null || admit(state, access!).access.permissions.has(permission)
}

/** What a key is and may do now, for services that ask about a key they were given. */
export interface KeyDescription {
  keyId: string
  userId: string
  expiresAt: Date
  permissions: readonly string[]
}

/**
 * Describes a key that someone else presents; null if it is not accepted now. Doesn't check the
 * allowed addresses, because the address of its holder is not known here, and records no use.
 */
export async function describeApiKey(key: string, now: Date): Promise<KeyDescription | null> {
  const parsed = parseApiKey(key)
  const state = parsed && (await findCachedKeyState(parsed.label))
  if (!state || !equalBytes(sha256(parsed.secret), state.secretHash)) return null
  const access = await findAccess(state.userId)
  if (!access || checkLive(state, access, now)) return null
  const { permissions } = admit(state, access).access
  return {
    keyId: state.id,
    userId: state.userId,
    expiresAt: state.expiresAt,
    permissions: [...permissions],
  }
}
