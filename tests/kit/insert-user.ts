import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { UserStatus } from '@/prisma/generated/client'

/**
 * Inserts a user directly into the database, active and verified by default. Returns its id and
 * address.
 */
export async function insertUser(
  user: {
    email?: string
    status?: UserStatus
    name?: string | null
    locale?: string | null
    passwordHash?: string | null
  } = {},
): Promise<{ id: string; email: string }> {
  const id = newId()
  const { email = `${id}@example.com`, status = 'active', name = null, locale = null } = user
  await db().user.create({
    data: {
      id,
      email,
      status,
      name,
      locale,
      passwordHash: user.passwordHash ?? null,
      emailVerifiedAt: status === 'pending' ? null : new Date(),
    },
  })
  return { id, email }
}

/**
 * Inserts a user with a confirmed address whose registration waits for approval. Returns its id.
 */
export async function insertWaitingUser(): Promise<string> {
  const { id } = await insertUser({ status: 'pending' })
  const at = new Date()
  await db().user.update({ where: { id }, data: { emailVerifiedAt: at, approvalRequestedAt: at } })
  return id
}
