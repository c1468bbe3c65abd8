import { findManagedUser } from '@/lib/accounts/managed-user.store'
import {
  type KeyedAccount,
  listApiKeyRows,
  listKeyedAccounts,
} from '@/lib/identity/api-keys/api-key.store'
import { type PresentedApiKey, presentApiKey } from '@/lib/identity/api-keys/present-api-key'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { listPageById, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type Principal, type SessionPrincipal } from '@/lib/platform/request-context'

type KeyPage = Outcome<{ keys: PresentedApiKey[]; nextCursor: string | null }>

/** One page of the signed-in user's keys, expired ones included, newest first. */
export function listOwnApiKeys(principal: SessionPrincipal, page: PageRequest): Promise<KeyPage> {
  return listKeysOf(principal.userId, page)
}

/**
 * One page of a user's keys, newest first. The caller has checked that the actor is that user, or
 * has `users:read`.
 */
export async function listUserApiKeys({
  userId: asked,
  ...page
}: { userId: string } & PageRequest): Promise<KeyPage> {
  const userId = asked.toLowerCase()
  if (!isId(userId)) return refuse('not_found')
  const listed = await listKeysOf(userId, page)
  // Report an invalid request before a missing user.
  if (!listed.ok || listed.keys.length > 0) return listed
  return (await findManagedUser(db(), userId)) ? listed : refuse('not_found')
}

/** The service accounts for which a user created keys that work; null without `users:read`. */
export async function listAccountsKeyedBy(
  actor: Principal,
  by: { userId: string; now: Date },
): Promise<KeyedAccount[] | null> {
  if (!can(actor, 'users:read')) return null
  return listKeyedAccounts(db(), { createdById: by.userId, now: by.now })
}

async function listKeysOf(userId: string, page: PageRequest): Promise<KeyPage> {
  const listed = await listPageById(`API keys of ${userId}`, page, (by) =>
    listApiKeyRows(db(), { userId, ...by }),
  )
  if (!listed.ok) return listed
  return { ok: true, keys: listed.rows.map(presentApiKey), nextCursor: listed.nextCursor }
}
