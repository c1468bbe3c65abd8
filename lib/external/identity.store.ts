import type { ProviderName } from '@/lib/external/enabled-providers'
import type { ExternalIdentity } from '@/lib/external/handshake'
import type { Db, Tx } from '@/lib/platform/db/database'

export interface LinkedIdentity {
  provider: string
  email: string | null
  linkedAt: Date
  lastUsedAt: Date
}

/** The identities of a user, by provider. */
export function listIdentitiesOf(db: Db, userId: string): Promise<LinkedIdentity[]> {
  return db.externalIdentity.findMany({
    where: { userId },
    select: { provider: true, email: true, linkedAt: true, lastUsedAt: true },
    orderBy: { provider: 'asc' },
  })
}

/** Whose identity this is, and notes that it was used; null when it is nobody's. */
export async function touchIdentity(
  db: Db,
  by: { provider: ProviderName; subject: string; now: Date },
): Promise<string | null> {
  const [row] = await db.externalIdentity.updateManyAndReturn({
    where: { provider: by.provider, subject: by.subject },
    data: { lastUsedAt: by.now },
    select: { userId: true },
  })
  return row?.userId ?? null
}

/** Whose identity this is; null when it is nobody's. */
export async function findIdentityOwner(
  db: Db,
  { provider, subject }: Pick<ExternalIdentity, 'provider' | 'subject'>,
): Promise<string | null> {
  const row = await db.externalIdentity.findUnique({
    where: { provider_subject: { provider, subject } },
    select: { userId: true },
  })
  return row?.userId ?? null
}

/**
 * Gives an identity to a user; false when it is somebody's already, or the user has another one of that provider. Of parallel
 * attempts one gets it.
 */
export async function insertIdentity(
  db: Db,
  { provider, subject, email }: ExternalIdentity,
  by: { userId: string; now: Date },
): Promise<boolean> {
  const { count } = await db.externalIdentity.createMany({
    data: { provider, subject, email, userId: by.userId, linkedAt: by.now, lastUsedAt: by.now },
    skipDuplicates: true,
  })
  return count === 1
}

/**
 * The identities of a user, held until the transaction ends: whoever takes one away does it one after another. Not the owner's row: a
 * sign-in takes its identity first and then the owner, and whoever takes them the other way round waits for it while it waits for them.
 */
export async function holdWaysIn(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM external_identities WHERE user_id = ${userId}::uuid ORDER BY provider FOR UPDATE`
}

/**
 * Takes a provider from a user, if there is a password or an identity of another provider in `usable` left. Call it while
 * `holdWaysIn` holds them: of two that each see the other remain, both would go.
 */
export async function deleteIdentityUnlessLast(
  tx: Tx,
  by: { userId: string; provider: string; usable: readonly string[] },
): Promise<boolean> {
  const count = await tx.$executeRaw`
    DELETE FROM external_identities AS gone WHERE gone.user_id = ${by.userId}::uuid AND gone.provider = ${by.provider} AND (
      EXISTS (SELECT FROM users u WHERE u.id = gone.user_id AND u.password_hash IS NOT NULL)
      OR EXISTS (SELECT FROM external_identities other WHERE other.user_id = gone.user_id
        AND other.provider <> gone.provider AND other.provider = ANY (${[...by.usable]}::text[])))`
  return count === 1
}

/**
 * Whether this session of this user lives, with a token of that generation still good. Both rows are held: whoever ends the session or
 * the account, or changes the password, comes either first or after what is decided by it.
 */
export async function holdLiveSession(
  tx: Tx,
  by: { userId: string; sessionId: string; generation: number; now: Date },
): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT 1 FROM users u JOIN session_families f ON f.user_id = u.id
    WHERE u.id = ${by.userId}::uuid AND u.status = 'active' AND f.id = ${by.sessionId}::uuid
      AND f.revoked_at IS NULL AND f.expires_at > ${by.now}::timestamptz
      AND f.credential_generation <= ${by.generation}::int
    FOR SHARE`
  return rows.length === 1
}
