'use server'

import { z } from 'zod'
import { optionalPersonName } from '@/lib/accounts/user-fields'
import { MOVE_PERMISSIONS } from '@/lib/accounts/user-status'
import { impersonationSetCookies } from '@/lib/http/session-cookies'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import {
  impersonationBody,
  impersonationReason,
} from '@/lib/identity/impersonation/impersonation.schemas'
import { startImpersonation } from '@/lib/identity/impersonation/start-impersonation'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type ProblemCode, refuse } from '@/lib/platform/problems'
import { can, type RequestContext, type SessionPrincipal } from '@/lib/platform/request-context'
import { changeUserEmail, renameUser } from '@/lib/users/change-user-details'
import { changeUserProfile } from '@/lib/users/change-user-profile'
import { eraseUser } from '@/lib/users/erasure/erase-user'
import { eraseUserBody } from '@/lib/users/erasure/erasure.schemas'
import { createInvitationLink, resendInvitation } from '@/lib/users/invite-user'
import { changeUserRoles } from '@/lib/users/user-roles'
import { endUserSession, endUserSessions } from '@/lib/users/user-sessions'
import { resetUserMfa, sendPasswordReset } from '@/lib/users/user-sign-in-methods'
import { changeEmailBody, changeRolesBody, invitationLinkBody } from '@/lib/users/users.schemas'
import { defineAction } from '@/lib/web/define-action'
import { formVersion as version } from '@/lib/web/form-version'
import { listField } from '@/lib/web/list-field'
import { clearedOneTimeSetCookie, oneTimeSetCookie } from '@/lib/web/one-time-cookie'
import { atPasswordField } from '@/lib/web/password-field'
import { HOME } from '@/lib/web/safe-redirect'
import {
  atProfileInputs,
  gatherProfile,
  profileFromForm,
  typedProfile,
} from '@/lib/web/profile-forms'

const body = z.preprocess(
  gatherProfile,
  z.discriminatedUnion('intent', [
    z.object({ intent: z.enum(['activate', 'deactivate', 'delete', 'restore']) }),
    z.object({
      intent: z.enum(['end_sessions', 'reset_mfa', 'send_reset', 'send_invitation', 'link_seen']),
    }),
    z.object({ intent: z.literal('invitation_link'), password: invitationLinkBody.shape.password }),
    z.object({ intent: z.literal('rename'), version, name: optionalPersonName }),
    z.object({ intent: z.literal('profile'), version, profile: typedProfile }),
    z.object({ intent: z.literal('end_session'), session_id: z.uuid() }),
    z.object({
      intent: z.literal('roles'),
      version,
      roles: listField(changeRolesBody.shape.roles),
    }),
    z.object({ intent: z.literal('email'), version, email: changeEmailBody.shape.email }),
  ]),
)

/** Refusals that mean the page is outdated: it is opened again with a notice. */
const STALE = new Set<ProblemCode>([
  'precondition_failed',
  'conflict',
  'privilege_escalation',
  'last_admin',
  'mfa_not_enabled',
])
/** The same for single forms: a role or a session that no longer exists. */
const STALE_OF: Partial<Record<string, ProblemCode>> = {
  roles: 'validation_failed',
  end_session: 'not_found',
}
/** Forms with typed input: if they are outdated, the page keeps it. */
const TYPED = new Set<string>(['rename', 'profile', 'email'])
/** On one's own account, these end the current session. */
const SIGNS_OUT = new Set(['deactivate', 'end_sessions'])

export const changeUser = defineAction({
  access: { permission: 'users:read' },
  alsoRequires: {
    ...MOVE_PERMISSIONS,
    end_sessions: 'users:activate',
    end_session: 'users:activate',
    reset_mfa: 'users:activate',
    send_invitation: 'users:activate',
    send_reset: 'users:activate',
    invitation_link: 'users:activate',
    rename: 'users:activate',
    profile: 'users:activate',
    roles: 'users:role:change',
    email: 'users:email:change:any',
    link_seen: null,
  },
  act: { roles: 'role_assignment', reset_mfa: 'mfa_reset', email: 'user_email' },
  body,
  handle: async (form, { ctx, principal, params }) => {
    const userId = params.id
    const outcome = await carryOut(form, userId, principal, ctx)
    if (outcome.ok)
      return {
        ok: true,
        signedOut: signsOut(form, userId, principal),
        cookie: outcome.cookie,
      }
    return isStale(form.intent, outcome.code) ? { ok: true, refused: outcome.code } : outcome
  },
  done: (value: Done, { body: { intent }, here }) => {
    if (value.signedOut) return { redirect: '/auth/login', session: 'clear', notice: 'signed_out' }
    // The link, or that it no longer exists, is the only result to show.
    if (value.cookie) return { redirect: here, cookies: [value.cookie] }
    if (value.refused) return { redirect: here, form: 'user', code: value.refused }
    const row = intent === 'end_session' && ({ inPlace: true } as const)
    return { redirect: here, form: 'user', notice: intent, ...row }
  },
})

type Form = z.output<typeof body>

function isStale(intent: Form['intent'], code: ProblemCode): boolean {
  if (code === 'precondition_failed' && TYPED.has(intent)) return false
  return STALE.has(code) || STALE_OF[intent] === code
}

interface Done {
  signedOut?: boolean
  refused?: ProblemCode
  /** Sets or removes content that the page shows once. */
  cookie?: string
}

function signsOut(
  form: Form,
  userId: string,
  { userId: own, sessionId }: SessionPrincipal,
): boolean {
  if (form.intent === 'end_session') return form.session_id === sessionId
  return userId === own && SIGNS_OUT.has(form.intent)
}

async function carryOut(
  form: Form,
  userId: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ cookie?: string }>> {
  switch (form.intent) {
    case 'rename':
      return renameUser(principal, { userId, versions: [form.version], name: form.name }, ctx)
    case 'profile':
      return saveProfile(form, userId, principal, ctx)
    case 'send_reset':
      return sendPasswordReset(principal, { userId }, ctx)
    case 'invitation_link':
      return showInvitationLink(form.password, userId, principal, ctx)
    case 'link_seen':
      return { ok: true, cookie: clearedOneTimeSetCookie() }
    case 'roles':
      return changeUserRoles(
        principal,
        { userId, versions: [form.version], roles: form.roles },
        ctx,
      )
    case 'email':
      return changeAddress(form, userId, principal, ctx)
    case 'end_sessions':
      return endUserSessions(principal, { userId }, ctx)
    case 'end_session':
      return endUserSession(principal, { userId, sessionId: form.session_id }, ctx)
    case 'reset_mfa':
      return resetUserMfa(principal, { userId }, ctx)
    case 'send_invitation':
      return resendInvitation(principal, { userId }, ctx)
    default:
      return changeUserStatus(principal, { userId, move: form.intent }, ctx)
  }
}

async function saveProfile(
  { version, profile: typed }: Extract<Form, { intent: 'profile' }>,
  userId: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const profile = await profileFromForm(typed)
  const target = { userId, versions: [version] }
  const saved = await changeUserProfile(principal, { ...target, profile }, ctx)
  return saved.ok ? saved : atProfileInputs(saved)
}

async function showInvitationLink(
  password: string | undefined,
  userId: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ cookie: string }>> {
  const made = await createInvitationLink(principal, { userId, password }, ctx)
  if (!made.ok) return atPasswordField(made)
  const { url, expiresAt } = made.link
  const shown = {
    kind: 'invitation_link',
    userId,
    url,
    expiresAt: expiresAt.toISOString(),
  } as const
  return { ok: true, cookie: oneTimeSetCookie(shown, principal, ctx.now) }
}

/** If the address is unchanged, the page must not say that an email was sent. */
async function changeAddress(
  { version, email }: Extract<Form, { intent: 'email' }>,
  userId: string,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome> {
  const outcome = await changeUserEmail(principal, { userId, versions: [version], email }, ctx)
  if (!outcome.ok || outcome.user.version !== version) return outcome
  return refuse('validation_failed', { errors: [fieldError(['email'], 'same_email')] })
}

/** Erases the account for good. Its page is gone afterwards. */
export const eraseAccount = defineAction({
  access: { permission: 'users:read' },
  alsoRequires: 'users:delete',
  body: z.object({ password: eraseUserBody.shape.password }),
  handle: async ({ password }, { ctx, principal, params }): Promise<Outcome<Erased>> => {
    const erased = await eraseUser(principal, { userId: params.id, password }, ctx)
    if (erased.ok) return { ok: true, mayList: can(principal, 'users:list') }
    return STALE.has(erased.code) ? { ok: true, refused: erased.code } : atPasswordField(erased)
  },
  done: (value: Erased, { here }) => {
    if ('refused' in value) return { redirect: here, form: 'user', code: value.refused }
    return value.mayList
      ? { redirect: '/dashboard/users', notice: 'user_erased' }
      : { redirect: '/dashboard' }
  },
})

type Erased = { mayList: boolean } | { refused: ProblemCode }

/** Starts viewing the service as the user; the browser's own session is kept aside. */
export const viewAsUser = defineAction({
  access: { permission: 'users:read' },
  alsoRequires: 'users:impersonate',
  body: z.object({
    reason: impersonationReason,
    password: impersonationBody.shape.password,
  }),
  handle: async ({ reason, password }, { ctx, principal, params, cookies }) => {
    const input = { userId: params.id, reason, password }
    const started = await startImpersonation(principal, input, ctx)
    return started.ok ? { ...started, presented: cookies.refresh } : atPasswordField(started)
  },
  done: ({ impersonation, presented }) => ({
    redirect: HOME,
    cookies: impersonationSetCookies(impersonation, presented),
  }),
})
