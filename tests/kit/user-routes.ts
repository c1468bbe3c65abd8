import type { PermissionName } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { db } from '@/lib/platform/db/database'
import { isId, newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'

/** The id of one of that user's sessions, for the single route that needs it. */
async function sessionIdOf(userId: string): Promise<string> {
  const there =
    isId(userId) && (await db().sessionFamily.findFirst({ where: { userId, revokedAt: null } }))
  return there ? there.id : newId()
}

/** Calls a route under /users as the service does, signed in as the given user, if any. */
export async function callUserRoute(
  handler: RouteHandler,
  by: {
    method?: string
    id?: string
    query?: string
    body?: object
    as?: string
    ifMatch?: string
    cookie?: string
  },
) {
  const { method = 'GET', id = '', query = '', body, as, ifMatch, cookie } = by
  const headers: Record<string, string> = {
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    ...(cookie && { cookie }),
  }
  if (as) headers.authorization = `Bearer ${(await makeSession(as, ctx())).accessToken}`
  if (body) headers['content-type'] = 'application/json'
  const request = new Request(`http://x/api/v1/users${query}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const params = Promise.resolve({ id, session_id: await sessionIdOf(id) })
  const answer = await handler(request, { params })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: (text ? JSON.parse(text) : null) as Record<string, unknown>,
  }
}

/** A user with these permissions, and without a role if there are none. Returns their id. */
export async function insertHolder(...permissions: PermissionName[]): Promise<string> {
  const { id } = await insertUser()
  if (permissions.length > 0) await insertRole(`role ${newId()}`, permissions, [id])
  return id
}
