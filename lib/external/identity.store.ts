import { PrismaAdapter } from '@auth/prisma-adapter'
import type { Prisma } from '@/prisma/generated/client'
import type { ProviderName } from '@/lib/external/enabled-providers'
import type { ExternalIdentity } from '@/lib/external/handshake'
import type { Db, Tx } from '@/lib/platform/db/database'
import { isUniqueViolation } from '@/lib/platform/db/database-errors'
import { LostRace } from '@/lib/platform/db/lost-race'

export interface LinkedIdentity {
  provider: string
  email: string | null
  linkedAt: Date
  lastUsedAt: Date
}

/** The three methods of Auth.js' adapter that link accounts. It hands rows to Prisma as they are, so ours have our columns. */
interface Accounts {
  getUserByAccount(by: { provider: string; providerAccountId: string }): Promise<{ id: string } | null>
  linkAccount(account: Prisma.AccountUncheckedCreateInput): Promise<unknown>
  /** Does not ask whose it is. */
  unlinkAccount(by: { provider: string; providerAccountId: string }): Promise<unknown>
}

const accountsOf = (tx: Tx) => PrismaAdapter(tx as Parameters<typeof PrismaAdapter>[0]) as unknown as Accounts

/** The identities of a user, by provider. */
export function listIdentitiesOf(db: Db, userId: string): Promise<LinkedIdentity[]> {
  return db.account.findMany({
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
  const [row] = await db.account.updateManyAndReturn({
    where: { provider: by.provider, providerAccountId: by.subject },
    data: { lastUsedAt: by.now },
    select: { userId: true },
  })
  return row?.userId ?? null
}

/** Whose identity this is; null when it is nobody's. */
export async function findIdentityOwner(
  tx: Tx,
  { provider, subject }: Pick<ExternalIdentity, 'provider' | 'subject'>,
): Promise<string | null> {
  const user = await accountsOf(tx).getUserByAccount({ provider, providerAccountId: subject })
  return user?.id ?? null
}

/**
 * Gives an identity to a user. Throws LostRace when it is somebody's already, or the user has another one of that provider: of
 * parallel attempts one gets it, and the transactions of the others are over.
 */
export async function linkIdentity(
  tx: Tx,
  { provider, subject, email }: ExternalIdentity,
  by: { userId: string; now: Date },
): Promise<void> {
  const { userId, now } = by
  try {
    await accountsOf(tx).linkAccount({
      ...{ provider, providerAccountId: subject, userId },
      ...{ email, linkedAt: now, lastUsedAt: now },
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new LostRace('the identity, or the user', { cause: error }) : error
  }
}

/**
 * Takes a provider from a user, if a password or another provider in `usable` is left. The user's identities are held from the
 * look to the end of the transaction: of two that each see the other remain, both would go. Not the owner's row: a sign-in takes its
 * identity first and then the owner, and whoever takes them the other way round waits for it while it waits for them.
 */
export async function unlinkUnlessLast(
  tx: Tx,
  by: { userId: string; provider: string; usable: readonly string[] },
): Promise<'unlinked' | 'not_linked' | 'last'> {
  const { userId, provider, usable } = by
  const linked = await tx.$queryRaw<{ provider: string; subject: string; hasPassword: boolean }[]>`
    SELECT a.provider, a.subject, u.password_hash IS NOT NULL AS "hasPassword"
    FROM external_identities a JOIN users u ON u.id = a.user_id
    WHERE a.user_id = ${userId}::uuid ORDER BY a.provider FOR UPDATE OF a`
  const own = linked.find((account) => account.provider === provider)
  if (!own) return 'not_linked'
  const another = linked.some((account) => account !== own && usable.includes(account.provider))
  if (!own.hasPassword && !another) return 'last'
  await accountsOf(tx).unlinkAccount({ provider, providerAccountId: own.subject })
  return 'unlinked'
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
