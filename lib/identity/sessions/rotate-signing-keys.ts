import type { AuditEntry } from '@/lib/audit/audit-actions'
import { recordAudits } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { newSigningKey, toPublicJwk } from '@/lib/config/signing-keys'
import {
  deleteReplacedKeys,
  insertSigningKey,
  listSigningKeys,
  replaceSigningKeys,
} from '@/lib/identity/sessions/signing-key.store'
import { sealSigningKey } from '@/lib/identity/sessions/stored-signing-keys'
import { publish } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'

const DAY = 86_400

/**
 * How long a key is published before it signs. Longer than a verifier may go without it: an
 * instance publishes it within 30 s, a shared cache keeps the old set for 5 min, the verifier keeps
 * that for 10 min and pauses 30 s between two requests. The rest is for clocks that differ.
 */
export const PUBLISHED_AHEAD_SECONDS = 1200

/** The newest key, and whether the call added it. */
export interface Rotation {
  kid: string
  signsFrom: Date
  isNew: boolean
}

/**
 * Publishes a new key that signs in 20 minutes, unless the newest key signs only after `notAfter`.
 * Safe to call at the same time anywhere: one key is added.
 */
export async function rotateSigningKeys(now: Date, notAfter = now): Promise<Rotation> {
  const key = newKey(now, addSeconds(now, PUBLISHED_AHEAD_SECONDS))
  const isNew = await inTransaction(async (tx) => {
    if (!(await insertSigningKey(tx, key, notAfter))) return false
    await announce(tx, { added: key, removed: [], now })
    return true
  })
  const { kid, signsFrom } = isNew ? key : (await listSigningKeys(db())).at(-1)!
  return { kid, signsFrom, isNew }
}

/**
 * Replaces every key by a new one that signs at once, because one may have leaked: their access
 * tokens are refused from then on, and clients refresh.
 */
export async function replaceLeakedKeys(now: Date): Promise<Rotation> {
  const key = newKey(now, now)
  await inTransaction(async (tx) => {
    const removed = await replaceSigningKeys(tx, key)
    await announce(tx, { added: key, removed, now })
  })
  return { kid: key.kid, signsFrom: now, isNew: true }
}

/**
 * Removes the keys whose last token has expired. They stay for at least a day, because the lifetime
 * of tokens may have been shortened since.
 */
export async function retireSigningKeys(now: Date): Promise<void> {
  const keptSeconds = Math.max(settings().tokens.accessTokenTtlSeconds, DAY) + 60
  await inTransaction(async (tx) => {
    const removed = await deleteReplacedKeys(tx, addSeconds(now, -keptSeconds))
    if (removed.length > 0) await announce(tx, { added: null, removed, now })
  })
}

/**
 * What the recurring job does: adds a key if the settings ask for it and one is due, and retires
 * keys. Keys of the environment are left to it.
 */
export async function keepSigningKeys(now: Date): Promise<void> {
  const { signingKeys, keyRotationSeconds } = settings().tokens
  if (signingKeys) return
  if (keyRotationSeconds) await rotateSigningKeys(now, addSeconds(now, -keyRotationSeconds))
  await retireSigningKeys(now)
}

function newKey(now: Date, signsFrom: Date) {
  const jwk = newSigningKey()
  const sealed = sealSigningKey(jwk)
  return { kid: jwk.kid, publicJwk: toPublicJwk(jwk), sealed, signsFrom, now }
}

async function announce(
  tx: Tx,
  change: { added: { kid: string; signsFrom: Date } | null; removed: string[]; now: Date },
): Promise<void> {
  const { added, removed, now } = change
  const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api' as const, now }
  const entries: AuditEntry[] = removed.map((kid) => ({
    action: 'signing_key.removed',
    outcome: 'ok',
    details: { kid },
  }))
  if (added)
    entries.push({
      action: 'signing_key.added',
      outcome: 'ok',
      details: { kid: added.kid, signs_from: added.signsFrom.toISOString() },
    })
  await recordAudits(tx, ctx, entries)
  await publish(tx, { type: 'settings.changed' })
}
