import { type CreatedApiKey, createApiKey } from '@/lib/identity/api-keys/create-api-key'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'
import { principalOf } from '@/tests/kit/principal-of'
import { insertSession } from '@/tests/kit/sessions'
import { testContext } from '@/tests/kit/test-context'

/** An API key of that user, who has just signed in; it expires after 30 days. */
export async function makeApiKey(
  userId: string,
  permissions: readonly string[],
  { ctx = testContext(), ...more }: MoreOfKey = {},
): Promise<CreatedApiKey> {
  const sessionId = await insertSession(userId, ctx.now)
  const actor = { ...(await principalOf(userId)), sessionId, authTime: ctx.now }
  const wanted = {
    userId,
    name: 'Nightly export',
    permissions,
    expiresAt: addSeconds(ctx.now, 30 * 86_400),
    allowedAddresses: [],
    password: undefined,
    ...more,
  }
  const made = await createApiKey(actor, wanted, ctx)
  await db().sessionFamily.delete({ where: { id: sessionId } })
  if (!made.ok) throw new Error(`no key was created: ${made.code}`)
  return made
}

interface MoreOfKey {
  ctx?: RequestContext
  expiresAt?: Date
  allowedAddresses?: readonly string[]
}
