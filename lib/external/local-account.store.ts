import type { UserStatus } from '@/lib/platform/user-statuses'
import type { ProviderName } from '@/lib/external/enabled-providers'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

/** An account here as the linking rule has to know it. */
export interface LocalAccount {
  id: string
  status: UserStatus
  emailVerified: boolean
  mfaEnabled: boolean
  /** Whether the identity that was asked about is connected to it. */
  ownsIdentity: boolean
  /** Whether its roles give it any permission of the catalog. */
  holdsPermissions: boolean
  /** Whether any account of that provider is connected to it. */
  hasProvider: boolean
}

/**
 * The account that the identity is connected to; without one, that of the (normalised) address; null when there is neither. One
 * statement, so that both are told as of one instant: between two, somebody else's first sign-in could look like a conflict.
 */
export async function findLocalAccount(
  db: Db,
  by: { provider: ProviderName; subject: string; email: string | null },
): Promise<LocalAccount | null> {
  const { provider, subject, email } = by
  const rows = await db.$queryRaw<LocalAccount[]>`
    WITH identity AS (
      SELECT user_id FROM external_identities WHERE provider = ${provider} AND subject = ${subject})
    SELECT u.id::text AS id, u.status::text AS status, u.email_verified_at IS NOT NULL AS "emailVerified",
      u.mfa_enabled_at IS NOT NULL AS "mfaEnabled", u.id IN (SELECT user_id FROM identity) AS "ownsIdentity",
      EXISTS (SELECT FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
        JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
        WHERE ur.user_id = u.id) AS "holdsPermissions",
      EXISTS (SELECT FROM external_identities e WHERE e.user_id = u.id AND e.provider = ${provider}) AS "hasProvider"
    FROM users u
    WHERE u.id IN (SELECT user_id FROM identity UNION SELECT id FROM users WHERE email = ${email}::text)
    ORDER BY "ownsIdentity" DESC LIMIT 1`
  return rows[0] ?? null
}

interface NewOwner {
  email: string
  name: string | null
  locale: string
  now: Date
}

/** Makes an active user of a verified address, without a password; null when the address was taken meanwhile. */
export async function insertVerifiedUser(tx: Tx, user: NewOwner): Promise<string | null> {
  const { now, ...fields } = user
  const [row] = await tx.user.createManyAndReturn({
    data: { id: newId(), ...fields, status: 'active', emailVerifiedAt: now, createdAt: now, updatedAt: now },
    skipDuplicates: true,
    select: { id: true },
  })
  return row?.id ?? null
}

/** Whether the account still is active, verified and has that address; if so it stays as it is until the transaction ends. */
export async function holdVerifiedAccount(tx: Tx, by: { userId: string; email: string }): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT 1 FROM users WHERE id = ${by.userId}::uuid AND email = ${by.email} AND status = 'active'
      AND email_verified_at IS NOT NULL FOR SHARE`
  return rows.length === 1
}

/**
 * Gives an account whose address nobody had proven to the owner of that address: active, verified, without a password. False when it
 * is not pending any more.
 */
export async function reclaimPendingUser(tx: Tx, by: NewOwner & { userId: string }): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: by.userId, email: by.email, status: 'pending' },
    data: {
      status: 'active',
      emailVerifiedAt: by.now,
      name: by.name,
      passwordHash: null,
      passwordChangedAt: by.now,
      version: { increment: 1 },
    },
  })
  return count === 1
}

/** Deletes the other ways in that somebody may have left on an account: identities, hand-off codes, trips, known devices. */
export async function deleteWaysIn(tx: Tx, userId: string): Promise<void> {
  const where = { userId }
  await tx.account.deleteMany({ where })
  await tx.oauthHandoff.deleteMany({ where })
  await tx.oauthFlow.deleteMany({ where: { linkUserId: userId } })
  await tx.knownDevice.deleteMany({ where })
}
