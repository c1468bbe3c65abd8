import type { Db } from '@/lib/platform/db/database'

/** A user's sign-in methods: whether there is a password or a second factor, never the secret. */
export interface SignInMethodsRow {
  hasPassword: boolean
  mfaEnabledAt: Date | null
  /** Set when an administrator created the account. */
  invitedAt: Date | null
}

/** A user's sign-in methods; null when there is no such user. */
export async function findSignInMethods(db: Db, userId: string): Promise<SignInMethodsRow | null> {
  const rows = await db.$queryRaw<SignInMethodsRow[]>`
    SELECT password_hash IS NOT NULL AS "hasPassword", mfa_enabled_at AS "mfaEnabledAt", invited_at AS "invitedAt"
    FROM users WHERE id = ${userId}::uuid`
  return rows[0] ?? null
}

export interface AccountCreator {
  id: string
  email: string
  name: string | null
}

/** Who created a service account. */
export async function findCreatorRow(db: Db, userId: string): Promise<AccountCreator | null> {
  const creator = { select: { id: true, email: true, name: true } }
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { createdBy: creator },
  })
  return user?.createdBy ?? null
}
