import type { PublicJwk } from '@/lib/config/signing-keys'
import type { Db, Tx } from '@/lib/platform/db/database'

/** A key that signs access tokens from a time on, its private part sealed. */
export interface SigningKeyRow {
  kid: string
  publicJwk: PublicJwk
  sealed: Uint8Array
  signsFrom: Date
}

/** All keys, oldest first. */
export function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db.$queryRaw`
    SELECT kid, public_jwk AS "publicJwk", sealed, signs_from AS "signsFrom"
    FROM signing_keys ORDER BY number`
}

interface NewKey extends SigningKeyRow {
  now: Date
}

/**
 * Adds a key unless the newest one signs only after `notAfter`. The number decides between
 * concurrent calls. Returns whether it was added.
 */
export async function insertSigningKey(tx: Tx, key: NewKey, notAfter: Date): Promise<boolean> {
  const { kid, publicJwk, sealed, signsFrom, now } = key
  const inserted = await tx.$executeRaw`
    INSERT INTO signing_keys (number, kid, public_jwk, sealed, created_at, signs_from)
    SELECT COALESCE(max(number), 0) + 1, ${kid}, ${JSON.stringify(publicJwk)}::jsonb,
           ${new Uint8Array(sealed)}, ${now}::timestamptz, ${signsFrom}::timestamptz
    FROM signing_keys HAVING COALESCE(max(signs_from), '-infinity') <= ${notAfter}::timestamptz
    ON CONFLICT (number) DO NOTHING`
  if (inserted === 1) await recordSwitch(tx, signsFrom)
  return inserted === 1
}

/** Records when published keys take over from the secret, once and for all. */
export async function recordSwitch(db: Db, at: Date): Promise<void> {
  await db.$executeRaw`
    INSERT INTO signing_switch (switched_at) VALUES (${at}::timestamptz) ON CONFLICT DO NOTHING`
}

/** When published keys took, or will have taken, over from the secret; null: never yet. */
export async function findSwitch(db: Db): Promise<Date | null> {
  const rows = await db.$queryRaw<{ at: Date }[]>`SELECT switched_at AS at FROM signing_switch`
  return rows[0]?.at ?? null
}

/**
 * Deletes every key, one that is just being added included, and adds one in their place. Returns
 * the `kid`s that are gone.
 */
export async function replaceSigningKeys(tx: Tx, key: NewKey): Promise<string[]> {
  await tx.$executeRaw`LOCK TABLE signing_keys IN EXCLUSIVE MODE`
  const gone = await tx.$queryRaw<{ kid: string }[]>`DELETE FROM signing_keys RETURNING kid`
  await insertSigningKey(tx, key, key.signsFrom)
  return gone.map(({ kid }) => kid)
}

/** Deletes the keys that a newer one has replaced by `replacedBy`. Returns their `kid`s. */
export async function deleteReplacedKeys(tx: Tx, replacedBy: Date): Promise<string[]> {
  const gone = await tx.$queryRaw<{ kid: string }[]>`
    DELETE FROM signing_keys old WHERE EXISTS (
      SELECT 1 FROM signing_keys newer
      WHERE newer.number > old.number AND newer.signs_from <= ${replacedBy}::timestamptz)
    RETURNING kid`
  return gone.map(({ kid }) => kid)
}

/** Replaces a sealed key by the same one under another encryption key, unless it has changed. */
export async function resealSigningKey(
  db: Db,
  { kid, from, to }: { kid: string; from: Uint8Array; to: Uint8Array },
): Promise<void> {
  await db.$executeRaw`
    UPDATE signing_keys SET sealed = ${new Uint8Array(to)}
    WHERE kid = ${kid} AND sealed = ${new Uint8Array(from)}`
}
