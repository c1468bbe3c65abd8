import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'
import { newId } from '@/lib/platform/ids'

/** How many passkeys an account may have. */
export const MAX_PASSKEYS = 20

/** WebAuthn §14.6.1 recommends 64 random bytes. */
const HANDLE_BYTES = 64

/** A passkey as its owner sees it. */
export interface PasskeyRow {
  id: string
  credentialId: Uint8Array
  rpId: string
  transports: string[]
  deviceType: string
  backedUp: boolean
  aaguid: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const LISTED = {
  id: true,
  credentialId: true,
  rpId: true,
  transports: true,
  deviceType: true,
  backedUp: true,
  aaguid: true,
  name: true,
  createdAt: true,
  lastUsedAt: true,
} as const

/** A user's passkeys, oldest first. */
export function listPasskeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.passkey.findMany({ where: { userId }, select: LISTED, orderBy: { id: 'asc' } })
}

/** How many passkeys a user has, of that relying party or of any. */
export function countPasskeysOf(db: Db, by: { userId: string; rpId?: string }): Promise<number> {
  return db.passkey.count({ where: by })
}

/** A passkey with what checking an assertion and signing in need. */
export interface StoredPasskey {
  id: string
  name: string
  userId: string
  publicKey: Uint8Array<ArrayBuffer>
  handle: Uint8Array
}

/** The passkey with that credential ID and relying party, or null. */
export async function findPasskey(
  db: Db,
  by: { credentialId: Uint8Array<ArrayBuffer>; rpId: string },
): Promise<StoredPasskey | null> {
  const row = await db.passkey.findFirst({
    where: by,
    select: {
      id: true,
      name: true,
      userId: true,
      publicKey: true,
      user: { select: { passkeyOwner: { select: { handle: true } } } },
    },
  })
  const handle = row?.user.passkeyOwner?.handle
  if (!row || !handle) return null
  const { id, name, userId, publicKey } = row
  return { id, name, userId, publicKey, handle }
}

/** The user handle of an account, created when it is first needed. */
export async function ensureUserHandle(db: Db, userId: string): Promise<Uint8Array> {
  const handle = new Uint8Array(randomBytes(HANDLE_BYTES))
  await db.passkeyOwner.createMany({ data: [{ userId, handle }], skipDuplicates: true })
  return (await db.passkeyOwner.findUniqueOrThrow({ where: { userId } })).handle
}

export interface NewPasskey {
  userId: string
  credentialId: Uint8Array<ArrayBuffer>
  publicKey: Uint8Array<ArrayBuffer>
  rpId: string
  counter: number
  transports: string[]
  deviceType: string
  backedUp: boolean
  aaguid: string
  name: string
  /** When the session that adds it began. */
  sessionStartedAt: Date
  now: Date
}

/**
 * Adds a passkey to an account that has a user handle, which is locked against other additions
 * until the transaction ends. Returns its row; or why not, and then nothing is written.
 */
export async function insertPasskey(
  tx: Tx,
  { now, ...passkey }: NewPasskey,
): Promise<PasskeyRow | 'too_many' | 'taken'> {
  const { userId } = passkey
  await tx.$queryRaw`SELECT 1 FROM passkey_owners WHERE user_id = ${userId}::uuid FOR UPDATE`
  if ((await tx.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) return 'too_many'
  const data = { id: newId(), ...passkey, counter: BigInt(passkey.counter), createdAt: now }
  const [row] = await tx.passkey.createManyAndReturn({
    data: [data],
    skipDuplicates: true,
    select: LISTED,
  })
  return row ?? 'taken'
}

/** Renames a user's passkey. Null when they have none with that id. */
export async function renamePasskeyOf(
  db: Db,
  by: { id: string; userId: string; name: string },
): Promise<PasskeyRow | null> {
  const { id, userId, name } = by
  const [row] = await db.passkey.updateManyAndReturn({
    where: { id, userId },
    data: { name },
    select: LISTED,
  })
  return row ?? null
}

/**
 * Accepts an assertion with that signature counter (WebAuthn §6.1.1) and locks the passkey until
 * the transaction ends. `cloned` when the counter did not rise, `gone` when the passkey was removed
 * meanwhile; then nothing is written.
 */
export async function acceptAssertion(
  tx: Tx,
  by: { id: string; counter: number; backedUp: boolean; now: Date },
): Promise<'accepted' | 'cloned' | 'gone'> {
  const count = await tx.$executeRaw`
    WITH owner AS MATERIALIZED (
      SELECT id FROM users WHERE id = (SELECT user_id FROM passkeys WHERE id = ${by.id}::uuid) FOR SHARE)
    UPDATE passkeys SET counter = ${by.counter}::bigint, backed_up = ${by.backedUp}::boolean,
      last_used_at = ${by.now}::timestamptz
    FROM owner WHERE passkeys.id = ${by.id}::uuid AND passkeys.user_id = owner.id
      AND (counter < ${by.counter}::bigint OR (counter = 0 AND ${by.counter}::bigint = 0))`
  if (count === 1) return 'accepted'
  return (await tx.passkey.count({ where: { id: by.id } })) === 1 ? 'cloned' : 'gone'
}

/** Deletes a user's passkey. Returns it, or null when they have none with that id. */
export async function deletePasskeyOf(
  tx: Tx,
  by: { id: string; userId: string },
): Promise<{ id: string; name: string } | null> {
  const [row] = await tx.$queryRaw<{ id: string; name: string }[]>`
    DELETE FROM passkeys WHERE id = ${by.id}::uuid AND user_id = ${by.userId}::uuid
    RETURNING id::text AS id, name`
  return row ?? null
}

/** Deletes everything about a user's passkeys, for an account that is reset or taken over. */
export async function erasePasskeys(tx: Tx, userId: string): Promise<number> {
  await tx.passkeyChallenge.deleteMany({ where: { userId } })
  const { count } = await tx.passkey.deleteMany({ where: { userId } })
  return count
}

/**
 * Claims the one offer that an account gets: true exactly once, and never for an account that has a
 * passkey or for a session that was not opened with a password.
 */
export async function claimPasskeyOffer(
  db: Db,
  by: { userId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const handle = new Uint8Array(randomBytes(HANDLE_BYTES))
  const count = await db.$executeRaw`
    INSERT INTO passkey_owners (user_id, handle, offered_at)
    SELECT f.user_id, ${handle}::bytea, ${by.now}::timestamptz FROM ${sessionToOffer(by)}
    ON CONFLICT (user_id) DO UPDATE SET offered_at = EXCLUDED.offered_at
      WHERE passkey_owners.offered_at IS NULL`
  return count === 1
}

/** Whether `claimPasskeyOffer` would get the offer. */
export async function isPasskeyOfferOpen(
  db: Db,
  by: { userId: string; sessionId: string },
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM ${sessionToOffer(by)} AND NOT EXISTS (
      SELECT FROM passkey_owners o WHERE o.user_id = f.user_id AND o.offered_at IS NOT NULL)`
  return rows.length > 0
}

const sessionToOffer = ({ userId, sessionId }: { userId: string; sessionId: string }) => Prisma.sql`
  session_families f
  WHERE f.id = ${sessionId}::uuid AND f.user_id = ${userId}::uuid AND 'pwd' = ANY(f.amr)
    AND NOT EXISTS (SELECT FROM passkeys p WHERE p.user_id = f.user_id)`
