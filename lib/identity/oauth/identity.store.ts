import { PrismaAdapter } from '@auth/prisma-adapter'
import { ONLY_ASSERTED } from '@/lib/accounts/asserted-address.store'
import { AWAITS_APPROVAL } from '@/lib/accounts/waiting-registration.store'
import type { ProviderName } from '@/lib/config/providers/enabled-providers'
import type { ExternalIdentity } from '@/lib/config/providers/enabled-providers'
import { leavesSignInMethod, lockSignInMethods } from '@/lib/identity/sign-in/sign-in-methods.store'
import type { WaitingIdentity } from '@/lib/identity/mfa/challenge.store'
import type { Db, Tx } from '@/lib/platform/db/database'
import { isUniqueViolation } from '@/lib/platform/db/database-errors'
import { LostRace } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import type { UserKind, UserStatus } from '@/lib/platform/user-statuses'
import { Prisma } from '@/prisma/generated/client'

export interface LinkedIdentity {
  provider: string
  email: string | null
  linkedAt: Date
  lastUsedAt: Date
}

/**
 * The three account-linking methods of the Auth.js adapter. It passes rows to Prisma unchanged, so
 * ours have our columns.
 */
interface Accounts {
  getUserByAccount(by: {
    provider: string
    providerAccountId: string
  }): Promise<{ id: string } | null>
  linkAccount(account: Prisma.AccountUncheckedCreateInput): Promise<unknown>
  /** Does not check the owner. */
  unlinkAccount(by: { provider: string; providerAccountId: string }): Promise<unknown>
}

const accountsOf = (tx: Tx) =>
  PrismaAdapter(tx as Parameters<typeof PrismaAdapter>[0]) as unknown as Accounts

/** A user's identities, ordered by provider. */
export function listIdentitiesOf(db: Db, userId: string): Promise<LinkedIdentity[]> {
  return db.account.findMany({
    where: { userId },
    select: { provider: true, email: true, linkedAt: true, lastUsedAt: true },
    orderBy: { provider: 'asc' },
  })
}

/** Finds the owner of an identity and records that it was used. Null when it has no owner. */
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

/** The owner of an identity, or null. */
export async function findIdentityOwner(
  tx: Tx,
  { provider, subject }: Pick<ExternalIdentity, 'provider' | 'subject'>,
): Promise<string | null> {
  const user = await accountsOf(tx).getUserByAccount({ provider, providerAccountId: subject })
  return user?.id ?? null
}

/**
 * Connects an identity to a user. Throws LostRace when it already has an owner, or the user has
 * another identity of that provider. Of concurrent attempts one succeeds, and the transactions of
 * the others are aborted.
 */
export async function linkIdentity(
  tx: Tx,
  { provider, subject, email }: WaitingIdentity,
  by: { userId: string; now: Date },
): Promise<void> {
  const { userId, now } = by
  try {
    await accountsOf(tx).linkAccount({
      ...{ provider, providerAccountId: subject, userId },
      ...{ email, linkedAt: now, lastUsedAt: now },
    })
  } catch (error) {
    throw isUniqueViolation(error)
      ? new LostRace('the identity, or the user', { cause: error })
      : error
  }
}

/**
 * Disconnects a provider from a user if a password, or another provider or passkey in `usable`,
 * remains. Locks all of them until the transaction ends; otherwise two concurrent calls could each
 * see the other's remain and remove both.
 */
export async function unlinkUnlessLast(
  tx: Tx,
  by: {
    principal: SessionPrincipal
    provider: string
    usable: { providers: readonly string[]; rpId: string | null }
    now: Date
  },
): Promise<'unlinked' | 'not_linked' | 'last' | 'signed_out'> {
  const { principal, provider, now } = by
  const { userId } = principal
  const methods = await lockSignInMethods(tx, principal, now)
  if (!methods) return 'signed_out'
  const own = await tx.account.findUnique({
    where: { userId_provider: { userId, provider } },
    select: { providerAccountId: true },
  })
  if (!own) return 'not_linked'
  const providers = methods.providers.filter((linked) => linked !== provider)
  if (!leavesSignInMethod({ ...methods, providers }, by.usable)) return 'last'
  await accountsOf(tx).unlinkAccount({ provider, ...own })
  return 'unlinked'
}

/** An existing account, with what the linking rules need. */
export interface LocalAccount {
  id: string
  kind: UserKind
  status: UserStatus
  emailVerified: boolean
  /** Whether its address counts as verified because an import said so, and no one has proven it. */
  onlyAsserted: boolean
  mfaEnabled: boolean
  /** Whether the identity in question is connected to it. */
  ownsIdentity: boolean
  /** Whether its roles grant any permission in the catalog. */
  holdsPermissions: boolean
  /** Whether any account of that provider is connected to it. */
  hasProvider: boolean
  /** Whether an administrator created it. */
  invited: boolean
  /** Whether its address is confirmed and an administrator has to approve it. */
  awaitsApproval: boolean
}

/**
 * The account that the identity is connected to; otherwise the one with the (normalized) address;
 * otherwise null. One statement, so that both are read at the same instant. Between two statements,
 * another user's first sign-in could look like a conflict.
 */
export async function findLocalAccount(
  db: Db,
  by: { provider: ProviderName; subject: string; email: string | null },
): Promise<LocalAccount | null> {
  const { provider, subject, email } = by
  const rows = await db.$queryRaw<LocalAccount[]>`
    WITH identity AS (
      SELECT user_id FROM external_identities WHERE provider = ${provider} AND subject = ${subject})
    SELECT u.id::text AS id, u.kind::text AS kind, u.status::text AS status, u.email_verified_at IS NOT NULL AS "emailVerified",
      u.mfa_enabled_at IS NOT NULL AS "mfaEnabled", u.id IN (SELECT user_id FROM identity) AS "ownsIdentity",
      ${permissionsExist(Prisma.sql`u.id`)} AS "holdsPermissions",
      EXISTS (SELECT FROM external_identities e WHERE e.user_id = u.id AND e.provider = ${provider}) AS "hasProvider",
      u.invited_at IS NOT NULL AS invited, ${Prisma.raw(AWAITS_APPROVAL)} AS "awaitsApproval",
      ${ONLY_ASSERTED} AS "onlyAsserted"
    FROM users u
    WHERE u.id IN (SELECT user_id FROM identity UNION SELECT id FROM users WHERE email = ${email}::text)
    ORDER BY "ownsIdentity" DESC LIMIT 1`
  return rows[0] ?? null
}

const permissionsExist = (userId: Prisma.Sql) => Prisma.sql`
  EXISTS (SELECT FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
    JOIN permissions p ON p.name = rp.permission AND p.retired_at IS NULL
    WHERE ur.user_id = ${userId})`

/**
 * Whether a role gives the account a permission now. Asked again once the account is locked,
 * because it may have been given a role while the caller waited.
 */
export async function holdsPermissions(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ holds: boolean }[]>`
    SELECT ${permissionsExist(Prisma.sql`${userId}::uuid`)} AS holds`
  return row!.holds
}

interface NewOwner {
  email: string
  name: string | null
  locale: string
  /** Whether an administrator must approve the account before it can be used. */
  needsApproval: boolean
  now: Date
}

const statusOf = ({ needsApproval, now }: NewOwner) =>
  needsApproval
    ? ({ status: 'pending', approvalRequestedAt: now } as const)
    : ({ status: 'active', approvalRequestedAt: null } as const)

/**
 * Creates a user with a verified address and no password, active unless approval is needed. Null
 * when the address was taken in the meantime.
 */
export async function insertProviderUser(tx: Tx, user: NewOwner): Promise<string | null> {
  const { email, name, locale, now } = user
  const [row] = await tx.user.createManyAndReturn({
    data: {
      id: newId(),
      email,
      name,
      locale,
      ...statusOf(user),
      emailVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    },
    skipDuplicates: true,
    select: { id: true },
  })
  return row?.id ?? null
}

/**
 * The account if it is still active and verified with that address. It is then locked against
 * changes until the transaction ends.
 */
export async function lockVerifiedAccountForShare(
  tx: Tx,
  by: { userId: string; email: string },
): Promise<{ mfaEnabled: boolean } | null> {
  const [row] = await tx.$queryRaw<{ mfaEnabled: boolean }[]>`
    SELECT mfa_enabled_at IS NOT NULL AS "mfaEnabled" FROM users
    WHERE id = ${by.userId}::uuid AND email = ${by.email} AND status = 'active'
      AND email_verified_at IS NOT NULL FOR SHARE`
  return row ?? null
}

/**
 * Gives an account whose address was never proven to the owner of that address: verified, without a
 * password, and active unless approval is needed. Name and language are the owner's, except those
 * that an administrator entered. Returns whether it had a password; null when someone has proven
 * the address by now, or it waits for approval.
 */
export async function reclaimUnprovenUser(
  tx: Tx,
  by: NewOwner & { userId: string },
): Promise<{ hadPassword: boolean } | null> {
  const { userId, email, name, locale, now } = by
  const { status, approvalRequestedAt } = statusOf(by)
  const [reclaimed] = await tx.$queryRaw<{ hadPassword: boolean }[]>`
    WITH before AS (
      SELECT id, password_hash IS NOT NULL AS had FROM users
      WHERE id = ${userId}::uuid AND email = ${email} AND status = 'pending'
        AND (approval_requested_at IS NULL OR email_verified_at IS NULL)
      FOR NO KEY UPDATE)
    UPDATE users u SET status = ${status}::user_status,
      approval_requested_at = ${approvalRequestedAt}::timestamptz,
      name = CASE WHEN invited_at IS NULL THEN ${name} ELSE coalesce(name, ${name}) END,
      locale = CASE WHEN invited_at IS NULL THEN ${locale} ELSE coalesce(locale, ${locale}) END,
      email_verified_at = ${now}::timestamptz,
      password_hash = NULL, password_changed_at = ${now}::timestamptz,
      version = version + 1, updated_at = ${now}::timestamptz
    FROM before WHERE u.id = before.id
    RETURNING before.had AS "hadPassword"`
  return reclaimed ?? null
}

/** Fills in the name and language of an account that has none. The caller holds its row. */
export async function fillProfile(
  tx: Tx,
  by: { userId: string; name: string | null; locale: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE users SET name = coalesce(name, ${by.name}), locale = coalesce(locale, ${by.locale})
    WHERE id = ${by.userId}::uuid`
}

/**
 * Deletes the other sign-in methods that someone may have left on an account: identities, handoff
 * codes, flows, known devices. Returns how many identities.
 */
export async function deleteSignInMethods(tx: Tx, userId: string): Promise<number> {
  const where = { userId }
  const { count } = await tx.account.deleteMany({ where })
  await tx.oauthHandoff.deleteMany({ where })
  await tx.oauthFlow.deleteMany({ where: { linkUserId: userId } })
  await tx.knownDevice.deleteMany({ where })
  return count
}
