import { selectApprovalRequest } from '@/lib/accounts/registration.store'
import { serviceAddress } from '@/lib/accounts/service-address'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { UserStatus } from '@/lib/platform/user-statuses'

/** The user fields needed to sign in. */
export interface Credentials {
  id: string
  email: string
  name: string | null
  status: UserStatus
  passwordHash: string | null
  passwordChangedAt: Date | null
  emailVerifiedAt: Date | null
  approvalRequestedAt: Date | null
  mfaEnabledAt: Date | null
}

const CREDENTIALS = {
  id: true,
  email: true,
  name: true,
  status: true,
  passwordHash: true,
  passwordChangedAt: true,
  emailVerifiedAt: true,
  approvalRequestedAt: true,
  mfaEnabledAt: true,
} as const

const PROFILE = {
  id: true,
  email: true,
  name: true,
  kind: true,
  emailVerifiedAt: true,
  mfaEnabledAt: true,
  locale: true,
  phone: true,
  phoneVerifiedAt: true,
  avatarUploadId: true,
  profile: true,
  version: true,
  createdAt: true,
} as const

// A service account has no credentials, so whatever asks for them finds no account.

/** Finds a user by normalized address. */
export function findCredentialsByEmail(db: Db, email: string): Promise<Credentials | null> {
  return db.user.findUnique({ where: { email, kind: 'person' }, select: CREDENTIALS })
}

export function findCredentials(db: Db, id: string): Promise<Credentials | null> {
  return db.user.findUnique({ where: { id, kind: 'person' }, select: CREDENTIALS })
}

/** Whether the account has a password. The hash itself is not read. */
export async function hasPassword(db: Db, userId: string): Promise<boolean> {
  return (await db.user.count({ where: { id: userId, passwordHash: { not: null } } })) > 0
}

export function findProfile(db: Db, id: string) {
  return db.user.findUnique({ where: { id }, select: PROFILE })
}

/**
 * Blocks other changes to this user and their data until `tx` ends. Returns whether the user
 * exists.
 */
export async function lockUser(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  return rows.length > 0
}

/** The profile columns of an active user, locked until `tx` ends. */
export async function lockProfile(tx: Tx, id: string) {
  await lockUser(tx, id)
  return tx.user.findUnique({ where: { id, status: 'active' }, select: PROFILE })
}

/** Writes profile fields of a locked user; undefined leaves a field unchanged. */
export function updateProfileOf(
  tx: Tx,
  id: string,
  fields: { name?: string | null; locale?: string | null },
) {
  return tx.user.update({
    where: { id },
    data: { ...fields, version: { increment: 1 } },
    select: PROFILE,
  })
}

/**
 * Sets a new password hash if the current one is still `replacing`. The row count decides between
 * concurrent changes.
 */
export async function replacePasswordHash(
  db: Db,
  by: { userId: string; replacing: string | null; passwordHash: string; now: Date },
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: by.userId, passwordHash: by.replacing, status: 'active' },
    data: { passwordHash: by.passwordHash, passwordChangedAt: by.now, version: { increment: 1 } },
  })
  return count === 1
}

/** Stores the same password rehashed with newer parameters, unless it changed in the meantime. */
export async function upgradePasswordHash(
  db: Db,
  by: { userId: string; replacing: string; passwordHash: string },
): Promise<void> {
  await db.user.updateMany({
    where: { id: by.userId, passwordHash: by.replacing },
    data: { passwordHash: by.passwordHash },
  })
}

/**
 * Sets the password of a pending or active account whose mailbox was just proven, marks the address
 * verified, and activates the account unless it needs approval now or when it was registered.
 * Removes the name given at an unconfirmed registration, because the person who typed it has proven
 * nothing.
 */
export async function resetPasswordHash(
  tx: Tx,
  by: { userId: string; email: string; passwordHash: string; now: Date },
): Promise<boolean> {
  const approval = selectApprovalRequest(by.now)
  const count = await tx.$executeRaw`
    UPDATE users u SET password_hash = ${by.passwordHash}, password_changed_at = ${by.now}::timestamptz,
      status = CASE WHEN ${approval} IS NULL THEN 'active' ELSE status END, approval_requested_at = ${approval},
      email_verified_at = COALESCE(email_verified_at, ${by.now}::timestamptz),
      name = CASE WHEN status = 'pending' AND invited_at IS NULL AND email_verified_at IS NULL THEN NULL ELSE name END,
      version = version + 1, updated_at = ${by.now}::timestamptz
    WHERE id = ${by.userId}::uuid AND email = ${by.email} AND status IN ('pending', 'active') AND kind = 'person'`
  return count === 1
}

/** Creates an active, verified administrator account. Null when the address is taken. */
export async function insertUserWithPassword(
  tx: Tx,
  by: { email: string; name: string | null; passwordHash: string; locale: string; now: Date },
): Promise<string | null> {
  const { now, ...fields } = by
  const [row] = await tx.user.createManyAndReturn({
    data: {
      id: newId(),
      ...fields,
      status: 'active',
      passwordChangedAt: now,
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
 * Creates a pending user without a password unless the address is taken. Of concurrent attempts one
 * gets the id, the others get null.
 */
export async function insertInvitedUser(
  tx: Tx,
  user: { email: string; name: string | null; locale: string; now: Date },
): Promise<string | null> {
  const { now, ...fields } = user
  const [row] = await tx.user.createManyAndReturn({
    data: { id: newId(), ...fields, invitedAt: now, createdAt: now, updatedAt: now },
    skipDuplicates: true,
    select: { id: true },
  })
  return row?.id ?? null
}

/**
 * Lets the invited user claim the account: sets the password, and the name if given, and activates
 * it. Verified only if `verifiedAt` is given. False when the account is deactivated or deleted, has
 * a different address by now, already has a password, or its address was proven another way.
 */
export async function claimInvitedUser(
  tx: Tx,
  by: {
    userId: string
    email: string
    name: string | null
    passwordHash: string
    verifiedAt: Date | null
    now: Date
  },
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: {
      id: by.userId,
      email: by.email,
      status: { in: ['pending', 'active'] },
      invitedAt: { not: null },
      passwordHash: null,
      emailVerifiedAt: null,
    },
    data: {
      status: 'active',
      emailVerifiedAt: by.verifiedAt,
      passwordHash: by.passwordHash,
      passwordChangedAt: by.now,
      ...(by.name === null ? {} : { name: by.name }),
      version: { increment: 1 },
      updatedAt: by.now,
    },
  })
  return count === 1
}

/**
 * Creates a service account, active at once. Its address is not routable: the column is unique and
 * part of every list, so a made-up address breaks less than a missing one.
 */
export async function insertServiceAccount(
  tx: Tx,
  by: { name: string; createdById: string; now: Date },
): Promise<string> {
  const { name, createdById, now } = by
  const id = newId()
  await tx.user.create({
    data: {
      id,
      kind: 'service',
      email: serviceAddress(id),
      name,
      createdById,
      status: 'active',
      createdAt: now,
      updatedAt: now,
    },
    select: { id: true },
  })
  return id
}
