import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { UserStatus } from '@/prisma/generated/client'

/**
 * Writes a user as a test needs one: active and verified, unless told otherwise. Returns id and
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
