'use server'

import { z } from 'zod'
import { optionalPersonName } from '@/lib/accounts/user-fields'
import { MOVE_PERMISSIONS, type StatusMove } from '@/lib/accounts/user-status'
import { impersonationSetCookies } from '@/lib/http/session-cookies'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import {
  impersonationBody,
  impersonationReason,
} from '@/lib/identity/impersonation/impersonation.schemas'
import { startImpersonation } from '@/lib/identity/impersonation/start-impersonation'
import { fieldError } from '@/lib/platform/field-errors'
import { type ProblemCode, refuse } from '@/lib/platform/problems'
import { can } from '@/lib/platform/request-context'
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
import type { ActionSuccess } from '@/lib/web/form-outcome'
import { formVersion as version } from '@/lib/web/form-version'
import { listField } from '@/lib/web/list-field'
import { clearedOneTimeSetCookie, oneTimeSetCookie } from '@/lib/web/one-time-cookie'
import { atPasswordField } from '@/lib/web/password-field'
import {
  atProfileInputs,
  gatherProfile,
  profileFromForm,
  typedProfile,
} from '@/lib/web/profile-forms'
import { HOME } from '@/lib/web/safe-redirect'

const onUser = { access: { permission: 'users:read' }, page: '/dashboard/users/[id]' } as const

/** Refusals of a form with typed input: after someone else's change, the page keeps the input. */
const staleInput = [
  'conflict',
  'privilege_escalation',
  'last_admin',
  'mfa_not_enabled',
] as const satisfies readonly ProblemCode[]
const stale = [...staleInput, 'precondition_failed'] as const

const noInput = z.object({})

const SIGNED_OUT = {
  redirect: '/auth/login',
  session: 'clear',
  notice: 'signed_out',
} as const satisfies ActionSuccess

const moveUser = (move: StatusMove) =>
  defineAction({
    ...onUser,
    alsoRequires: MOVE_PERMISSIONS[move],
    stale,
    body: noInput,
    handle: async (_, { ctx, principal, params }) => {
      const userId = params.id
      const changed = await changeUserStatus(principal, { userId, move }, ctx)
      if (!changed.ok) return changed
      return { ok: true, signedOut: move === 'deactivate' && userId === principal.userId }
    },
    done: ({ signedOut }, { here }) => (signedOut ? SIGNED_OUT : { redirect: here, notice: move }),
  })

export const activateUser = moveUser('activate')
export const deactivateUser = moveUser('deactivate')
export const deleteUser = moveUser('delete')
export const restoreUser = moveUser('restore')

export const endSessions = defineAction({
  ...onUser,
  alsoRequires: 'users:activate',
  stale,
  body: noInput,
  handle: async (_, { ctx, principal, params }) => {
    const userId = params.id
    const ended = await endUserSessions(principal, { userId }, ctx)
    return ended.ok ? { ok: true, signedOut: userId === principal.userId } : ended
  },
  done: ({ signedOut }, { here }) =>
    signedOut ? SIGNED_OUT : { redirect: here, notice: 'end_sessions' },
})

export const endSession = defineAction({
  ...onUser,
  alsoRequires: 'users:activate',
  // The session has already ended.
  stale: [...stale, 'not_found'],
  body: z.object({ session_id: z.uuid() }),
  handle: async ({ session_id: sessionId }, { ctx, principal, params }) => {
    const ended = await endUserSession(principal, { userId: params.id, sessionId }, ctx)
    return ended.ok ? { ok: true, signedOut: sessionId === principal.sessionId } : ended
  },
  done: ({ signedOut }, { here }) =>
    signedOut ? SIGNED_OUT : { redirect: here, notice: 'end_session', inPlace: true },
})

export const resetMfa = defineAction({
  ...onUser,
  alsoRequires: 'users:activate',
  act: 'mfa_reset',
  stale,
  body: noInput,
  handle: (_, { ctx, principal, params }) => resetUserMfa(principal, { userId: params.id }, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'reset_mfa' }),
})

export const sendResetLink = defineAction({
  ...onUser,
  alsoRequires: 'users:activate',
  stale,
  body: noInput,
  handle: (_, { ctx, principal, params }) =>
    sendPasswordReset(principal, { userId: params.id }, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'send_reset' }),
})

export const sendInvitation = defineAction({
  ...onUser,
  alsoRequires: 'users:activate',
  stale,
  body: noInput,
  handle: (_, { ctx, principal, params }) =>
    resendInvitation(principal, { userId: params.id }, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'send_invitation' }),
})

/** Creates an invitation link. The link itself is the only result to show. */
export const showInvitationLink = defineAction({
  ...onUser,
  alsoRequires: 'users:activate',
  stale,
  body: z.object({ password: invitationLinkBody.shape.password }),
  handle: async ({ password }, { ctx, principal, params }) => {
    const userId = params.id
    const created = await createInvitationLink(principal, { userId, password }, ctx)
    if (!created.ok) return atPasswordField(created)
    const { url, expiresAt } = created.link
    const shown = { userId, url, expiresAt: expiresAt.toISOString() }
    const content = { kind: 'invitation_link', ...shown } as const
    return { ok: true, cookie: oneTimeSetCookie(content, principal, ctx.now) }
  },
  done: ({ cookie }, { here }) => ({ redirect: here, cookies: [cookie] }),
})

export const hideInvitationLink = defineAction({
  ...onUser,
  body: noInput,
  handle: async () => ({ ok: true }),
  done: (_, { here }) => ({ redirect: here, cookies: [clearedOneTimeSetCookie()] }),
})

export const saveName = defineAction({
  ...onUser,
  alsoRequires: 'users:activate',
  stale: staleInput,
  body: z.object({ version, name: optionalPersonName }),
  handle: ({ version, name }, { ctx, principal, params }) =>
    renameUser(principal, { userId: params.id, versions: [version], name }, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'rename' }),
})

export const saveProfile = defineAction({
  ...onUser,
  alsoRequires: 'users:activate',
  stale: staleInput,
  body: z.preprocess(gatherProfile, z.object({ version, profile: typedProfile })),
  handle: async ({ version, profile: typed }, { ctx, principal, params }) => {
    const target = { userId: params.id, versions: [version] }
    const profile = await profileFromForm(typed)
    const saved = await changeUserProfile(principal, { ...target, profile }, ctx)
    return saved.ok ? saved : atProfileInputs(saved)
  },
  done: (_, { here }) => ({ redirect: here, notice: 'profile' }),
})

export const saveRoles = defineAction({
  ...onUser,
  alsoRequires: 'users:role:change',
  act: 'role_assignment',
  // A role no longer exists.
  stale: [...stale, 'validation_failed'],
  body: z.object({ version, roles: listField(changeRolesBody.shape.roles) }),
  handle: ({ version, roles }, { ctx, principal, params }) =>
    changeUserRoles(principal, { userId: params.id, versions: [version], roles }, ctx),
  done: (_, { here }) => ({ redirect: here, notice: 'roles' }),
})

export const saveEmail = defineAction({
  ...onUser,
  alsoRequires: 'users:email:change:any',
  act: 'user_email',
  stale: staleInput,
  body: z.object({ version, email: changeEmailBody.shape.email }),
  handle: async ({ version, email }, { ctx, principal, params }) => {
    const target = { userId: params.id, versions: [version] }
    const saved = await changeUserEmail(principal, { ...target, email }, ctx)
    // If the address is unchanged, the page must not say that an email was sent.
    return saved.ok && saved.user.version === version
      ? refuse('validation_failed', { errors: [fieldError(['email'], 'same_email')] })
      : saved
  },
  done: (_, { here }) => ({ redirect: here, notice: 'email' }),
})

/** Erases the account for good. Its page is gone afterwards. */
export const eraseAccount = defineAction({
  ...onUser,
  alsoRequires: 'users:delete',
  stale,
  body: z.object({ password: eraseUserBody.shape.password }),
  handle: async ({ password }, { ctx, principal, params }) => {
    const erased = await eraseUser(principal, { userId: params.id, password }, ctx)
    return erased.ok ? { ok: true, mayList: can(principal, 'users:list') } : atPasswordField(erased)
  },
  done: ({ mayList }) =>
    mayList ? { redirect: '/dashboard/users', notice: 'user_erased' } : { redirect: '/dashboard' },
})

/** Starts viewing the service as the user; the browser's own session is kept aside. */
export const viewAsUser = defineAction({
  ...onUser,
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
