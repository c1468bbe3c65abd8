import { z } from 'zod'
import type { Outcome, ProblemCode } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { changeUserEmail } from '@/lib/users-admin/change-user-email'
import { changeUserRoles } from '@/lib/users-admin/change-user-roles'
import { endUserSessions } from '@/lib/users-admin/end-user-sessions'
import { moveUser } from '@/lib/users-admin/move-user'
import { resetUserMfa } from '@/lib/users-admin/reset-user-mfa'
import { changeEmailBody, changeRolesBody } from '@/lib/users-admin/users.schemas'
import { MOVE_PERMISSIONS } from '@/lib/users/user-status'
import { defineAction } from '@/lib/web/define-action'
import { tickedRoles } from '@/lib/web/role-fields'

/** What the form was drawn from. */
const version = z.coerce.number().int().min(1)

const body = z.preprocess(
  (fields: Record<string, unknown>) => ({ ...fields, roles: tickedRoles(fields) }),
  z.discriminatedUnion('intent', [
    z.object({ intent: z.enum(['activate', 'deactivate', 'delete', 'restore']) }),
    z.object({ intent: z.enum(['end_sessions', 'reset_mfa']) }),
    z.object({ intent: z.literal('roles'), version, roles: changeRolesBody.shape.roles }),
    z.object({ intent: z.literal('email'), version, email: changeEmailBody.shape.email }),
  ]),
)

/** Refusals that mean that the page shows what is no longer so: it is shown anew, and says what happened. */
const STALE = new Set<ProblemCode>([
  'precondition_failed',
  'conflict',
  'validation_failed',
  'privilege_escalation',
  'last_admin',
  'mfa_not_enabled',
])
/** After these of one's own account one is signed out. */
const SIGNS_OUT = new Set(['deactivate', 'delete', 'end_sessions'])

export const POST = defineAction({
  access: { permission: 'users:read' },
  intents: {
    ...MOVE_PERMISSIONS,
    end_sessions: 'users:activate',
    reset_mfa: 'users:activate',
    roles: 'users:role:change',
    email: 'users:email:change:any',
  },
  body,
  keep: ['email'],
  run: async (asked, { ctx, principal, params }) => {
    const userId = params.id!
    const outcome = await carryOut(asked, userId, principal, ctx)
    if (outcome.ok) return { ok: true, signedOut: userId === principal.userId && SIGNS_OUT.has(asked.intent) }
    return STALE.has(outcome.code) ? { ok: true, refused: outcome.code } : outcome
  },
  done: (value: { signedOut?: boolean; refused?: ProblemCode }, { body: { intent }, here }) => {
    if (value.signedOut) return { redirect: '/auth/login', session: 'clear', flash: { notice: 'signed_out' } }
    const said = value.refused ? { code: value.refused } : { notice: intent }
    return { redirect: here, flash: { form: 'user', ...said } }
  },
})

function carryOut(
  asked: z.output<typeof body>,
  userId: string,
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome> {
  switch (asked.intent) {
    case 'roles':
      return changeUserRoles(principal, { userId, versions: [asked.version], roles: asked.roles }, ctx)
    case 'email':
      return changeUserEmail(principal, { userId, versions: [asked.version], email: asked.email }, ctx)
    case 'end_sessions':
      return endUserSessions(principal, { userId }, ctx)
    case 'reset_mfa':
      return resetUserMfa(principal, { userId }, ctx)
    default:
      return moveUser(principal, { userId, move: asked.intent }, ctx)
  }
}
