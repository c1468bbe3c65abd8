import { grantSystemRole } from '@/lib/access/grants.store'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { establishSession, type IssuedSession } from '@/lib/identity/sessions/establish-session'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'

export const PASSWORD = 'correct horse battery staple'

interface MadeUser {
  id: string
  email: string
}

/** An account with the role `user`, active and verified by default. */
export async function makeUser(
  overrides: {
    email?: string
    status?: 'pending' | 'active' | 'deactivated' | 'deleted'
    admin?: boolean
  } = {},
): Promise<MadeUser> {
  const id = newId()
  const email = overrides.email ?? `${id}@example.org`
  const status = overrides.status ?? 'active'
  const at = new Date()
  const passwordHash = await hashPassword(PASSWORD)
  await db().user.create({
    data: {
      id,
      email,
      status,
      passwordHash,
      passwordChangedAt: at,
      emailVerifiedAt: status === 'pending' ? null : at,
    },
  })
  await inTransaction((tx) => grantSystemRole(tx, id, overrides.admin ? 'admin' : 'user'))
  return { id, email }
}

/** A session of that user, like one from signing in. */
export async function makeSession(userId: string, ctx: RequestContext): Promise<IssuedSession> {
  const session = await inTransaction((tx) =>
    establishSession(tx, ctx, { userId, amr: ['pwd'], knownDevice: false }),
  )
  if (!session) throw new Error('the user is not active')
  return session
}
