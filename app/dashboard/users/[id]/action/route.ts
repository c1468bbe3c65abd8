import { z } from 'zod'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome, type ProblemCode } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { changeUserEmail } from '@/lib/users-admin/change-user-email'
import { changeUserRoles } from '@/lib/users-admin/change-user-roles'
import { endUserSession } from '@/lib/users-admin/end-user-session'
import { endUserSessions } from '@/lib/users-admin/end-user-sessions'
import { moveUser } from '@/lib/users-admin/move-user'
import { resendInvitation } from '@/lib/users-admin/resend-invitation'
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
    z.object({ intent: z.enum(['end_sessions', 'reset_mfa', 'send_invitation']) }),
    z.object({ intent: z.literal('end_session'), session_id: z.uuid() }),
    z.object({ intent: z.literal('roles'), version, roles: changeRolesBody.shape.roles }),
    z.object({ intent: z.literal('email'), version, email: changeEmailBody.shape.email }),
  ]),
)

/** Refusals that mean that the page shows what is no longer so: it is shown anew, and says what happened. */
const STALE = new Set<ProblemCode>([
  'precondition_failed',
  'conflict',
  'privilege_escalation',
  'last_admin',
  'mfa_not_enabled',
])
/** The same of one form alone: a role, or a session, that is gone meanwhile. */
const STALE_OF: Partial<Record<string, ProblemCode>> = {
  roles: 'validation_failed',
  end_session: 'not_found',
}
/** After these of one's own account one is signed out. */
const SIGNS_OUT = new Set(['deactivate', 'delete', 'end_sessions'])

export const POST = defineAction({
  access: { permission: 'users:read' },
  intents: {
    ...MOVE_PERMISSIONS,
    end_sessions: 'users:activate',
    end_session: 'users:activate',
    reset_mfa: 'users:activate',
    send_invitation: 'users:activate',
    roles: 'users:role:change',
    email: 'users:email:change:any',
  },
  body,
  keep: ['email'],
  run: async (asked, { ctx, principal, params }) => {
    const userId = params.id!
    const outcome = await carryOut(asked, userId, principal, ctx)
    if (outcome.ok) return { ok: true, signedOut: signsOut(asked, userId, principal) }
    const stale = STALE.has(outcome.code) || STALE_OF[asked.intent] === outcome.code
    return stale ? { ok: true, refused: outcome.code } : outcome
  },
  done: (value: { signedOut?: boolean; refused?: ProblemCode }, { body: { intent }, here }) => {
    if (value.signedOut) return { redirect: '/auth/login', session: 'clear', flash: { notice: 'signed_out' } }
    const said = value.refused ? { code: value.refused } : { notice: intent }
    return { redirect: here, flash: { form: 'user', ...said } }
  },
})

type Asked = z.output<typeof body>

function signsOut(asked: Asked, userId: string, { userId: own, sessionId }: Principal): boolean {
  if (asked.intent === 'end_session') return asked.session_id === sessionId
  return userId === own && SIGNS_OUT.has(asked.intent)
}

function carryOut(asked: Asked, userId: string, principal: Principal, ctx: RequestContext): Promise<Outcome> {
  switch (asked.intent) {
    case 'roles':
      return changeUserRoles(principal, { userId, versions: [asked.version], roles: asked.roles }, ctx)
    case 'email':
      return changeAddress(asked, userId, principal, ctx)
    case 'end_sessions':
      return endUserSessions(principal, { userId }, ctx)
    case 'end_session':
      return endUserSession(principal, { userId, sessionId: asked.session_id }, ctx)
    case 'reset_mfa':
      return resetUserMfa(principal, { userId }, ctx)
    case 'send_invitation':
      return resendInvitation(principal, { userId }, ctx)
    default:
      return moveUser(principal, { userId, move: asked.intent }, ctx)
  }
}

/** To who typed the present address the page must not say that a mail is on its way. */
async function changeAddress(
  { version, email }: Extract<Asked, { intent: 'email' }>,
  userId: string,
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome> {
  const outcome = await changeUserEmail(principal, { userId, versions: [version], email }, ctx)
  if (!outcome.ok || outcome.user.version !== version) return outcome
  return refuse('validation_failed', { errors: [fieldError(['email'], 'same_email')] })
}
