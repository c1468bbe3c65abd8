import * as activate from '@/app/api/v1/users/[id]/activate/route'
import * as apiKeys from '@/app/api/v1/users/[id]/api-keys/route'
import * as deactivate from '@/app/api/v1/users/[id]/deactivate/route'
import * as email from '@/app/api/v1/users/[id]/email/route'
import * as invitationLink from '@/app/api/v1/users/[id]/invitation-link/route'
import * as invitation from '@/app/api/v1/users/[id]/invitation/route'
import * as mfa from '@/app/api/v1/users/[id]/mfa/route'
import * as passwordReset from '@/app/api/v1/users/[id]/password-reset/route'
import * as restore from '@/app/api/v1/users/[id]/restore/route'
import * as roles from '@/app/api/v1/users/[id]/roles/route'
import * as user from '@/app/api/v1/users/[id]/route'
import * as session from '@/app/api/v1/users/[id]/sessions/[session_id]/route'
import * as sessions from '@/app/api/v1/users/[id]/sessions/route'
import * as users from '@/app/api/v1/users/route'
import type { PermissionName } from '@/lib/config/permission-catalog'
import type { RouteHandler } from '@/lib/http/define-route'
import { newId } from '@/lib/platform/ids'

/** An operation under /users, and what it needs to succeed. */
export interface UserRouteCase {
  name: string
  handler: RouteHandler
  method: string
  needs: PermissionName
  ok: number
  query?: string
  body?: () => object
  /**
   * Whether it changes the user in the path: that user may not have permissions the caller lacks.
   */
  writes?: true
  status?: 'pending' | 'active' | 'deactivated' | 'deleted'
  /** Whether the user needs two-step verification enabled. */
  factor?: true
  /** Whether the user needs a session. */
  session?: true
  /** Whether the user needs to have been invited. */
  invited?: true
  /** Whether its response is a link with a token. */
  link?: true
}
/** A body with an unused address. */
export const freshEmail = () => ({ email: `${newId()}@example.net` })
export const USER_ROUTE_CASES: readonly UserRouteCase[] = [
  { name: 'GET /users', handler: users.GET, method: 'GET', needs: 'users:list', ok: 200 },
  {
    name: 'POST /users',
    handler: users.POST,
    method: 'POST',
    needs: 'users:activate',
    ok: 201,
    body: freshEmail,
  },
  { name: 'GET /users/:id', handler: user.GET, method: 'GET', needs: 'users:read', ok: 200 },
  {
    name: 'PATCH /users/:id',
    handler: user.PATCH,
    method: 'PATCH',
    needs: 'users:activate',
    ok: 200,
    body: () => ({ name: 'Ann' }),
    writes: true,
  },
  {
    name: 'DELETE /users/:id',
    handler: user.DELETE,
    method: 'DELETE',
    needs: 'users:delete',
    ok: 204,
    writes: true,
  },
  {
    name: 'DELETE /users/:id?erase=true',
    handler: user.DELETE,
    method: 'DELETE',
    query: '?erase=true',
    needs: 'users:delete',
    ok: 202,
    writes: true,
    status: 'deleted',
  },
  {
    name: 'POST …/activate',
    handler: activate.POST,
    method: 'POST',
    needs: 'users:activate',
    ok: 200,
    writes: true,
    status: 'pending',
  },
  {
    name: 'POST …/deactivate',
    handler: deactivate.POST,
    method: 'POST',
    needs: 'users:activate',
    ok: 200,
    writes: true,
  },
  {
    name: 'POST …/restore',
    handler: restore.POST,
    method: 'POST',
    needs: 'users:restore',
    ok: 200,
    writes: true,
    status: 'deleted',
  },
  {
    name: 'PUT …/roles',
    handler: roles.PUT,
    method: 'PUT',
    needs: 'users:role:change',
    ok: 200,
    body: () => ({ roles: ['user'] }),
    writes: true,
  },
  {
    name: 'PUT …/email',
    handler: email.PUT,
    method: 'PUT',
    needs: 'users:email:change:any',
    ok: 200,
    body: freshEmail,
    writes: true,
  },
  {
    name: 'DELETE …/mfa',
    handler: mfa.DELETE,
    method: 'DELETE',
    needs: 'users:activate',
    ok: 204,
    writes: true,
    factor: true,
  },
  { name: 'GET …/sessions', handler: sessions.GET, method: 'GET', needs: 'users:read', ok: 200 },
  {
    name: 'DELETE …/sessions',
    handler: sessions.DELETE,
    method: 'DELETE',
    needs: 'users:activate',
    ok: 204,
    writes: true,
  },
  {
    name: 'DELETE …/sessions/:session_id',
    handler: session.DELETE,
    method: 'DELETE',
    needs: 'users:activate',
    ok: 204,
    writes: true,
    session: true,
  },
  {
    name: 'POST …/invitation',
    handler: invitation.POST,
    method: 'POST',
    needs: 'users:activate',
    ok: 200,
    writes: true,
    status: 'pending',
    invited: true,
  },
  {
    name: 'POST …/invitation-link',
    handler: invitationLink.POST,
    method: 'POST',
    needs: 'users:activate',
    ok: 201,
    writes: true,
    status: 'pending',
    invited: true,
    link: true,
  },
  {
    name: 'POST …/password-reset',
    handler: passwordReset.POST,
    method: 'POST',
    needs: 'users:activate',
    ok: 200,
    writes: true,
  },
  { name: 'GET …/api-keys', handler: apiKeys.GET, method: 'GET', needs: 'users:read', ok: 200 },
]
