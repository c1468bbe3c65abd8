import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { ActionState } from '@/lib/web/action-state'
import { holderOf } from '@/tests/kit/administrators'
import { freshAddress, type PageAction, pageActions } from '@/tests/kit/contract/declared-handlers'
import { pageCookie } from '@/tests/kit/sessions'
import { submitAction } from '@/tests/kit/submit-action'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const NOBODY = '019335e0-0000-7000-8000-00000000000a'

const forms = await pageActions()

/** Submits a form with a faulty field, which only those who may submit the form learn about. */
async function codeOf({ page, action }: PageAction, cookie: string) {
  const fields = new FormData()
  for (const value of ['one', 'other']) fields.append('repeated', value)
  const answer = await submitAction(action, {
    page: page.replaceAll(/\[\w+\]/g, NOBODY),
    fields,
    script: true,
    headers: { cookie, 'x-gatehouse-remote-address': freshAddress() },
  })
  return ((await answer.json()) as ActionState).code
}

/** What was done, except that users signed in and were refused. */
const writes = () =>
  db().auditRecord.count({
    where: { action: { notIn: ['session.created', 'permission.refused'] } },
  })

describe('a form that needs a permission in addition to that of its page', () => {
  it('is refused to a user without it, and nothing is written', async () => {
    const { userId } = await holderOf('contacts:list', 'users:list', 'users:read')
    const cookie = await pageCookie(userId)
    const before = await writes()
    const guarded = []
    for (const form of forms) {
      const { alsoRequires } = form.action.definition
      if (!alsoRequires) continue
      guarded.push(`${form.page} ${form.name}: ${alsoRequires}`)
      expect([form.name, await codeOf(form, cookie)]).toEqual([
        form.name,
        'insufficient_permission',
      ])
    }
    expect(guarded.sort()).toEqual([
      '/dashboard/contacts removeContact: contacts:delete',
      '/dashboard/users activateUser: users:activate',
      '/dashboard/users deactivateUser: users:activate',
      '/dashboard/users deleteUser: users:delete',
      '/dashboard/users endSessions: users:activate',
      '/dashboard/users restoreUser: users:restore',
      '/dashboard/users/[id] activateUser: users:activate',
      '/dashboard/users/[id] deactivateUser: users:activate',
      '/dashboard/users/[id] deleteUser: users:delete',
      '/dashboard/users/[id] endSession: users:activate',
      '/dashboard/users/[id] endSessions: users:activate',
      '/dashboard/users/[id] eraseAccount: users:delete',
      '/dashboard/users/[id] resetMfa: users:activate',
      '/dashboard/users/[id] restoreUser: users:restore',
      '/dashboard/users/[id] saveEmail: users:email:change:any',
      '/dashboard/users/[id] saveName: users:activate',
      '/dashboard/users/[id] saveProfile: users:activate',
      '/dashboard/users/[id] saveRoles: users:role:change',
      '/dashboard/users/[id] sendInvitation: users:activate',
      '/dashboard/users/[id] sendResetLink: users:activate',
      '/dashboard/users/[id] showInvitationLink: users:activate',
      '/dashboard/users/[id] viewAsUser: users:impersonate',
      '/dashboard/users/[id]/api-keys createKey: users:activate',
      '/dashboard/users/[id]/api-keys revokeKey: users:activate',
    ])
    expect(await writes()).toBe(before)
  })
})

describe('a form that does what needs a recent sign-in', () => {
  it('is refused 12 hours after the sign-in, and nothing is written', async () => {
    const { userId } = await holderOf(
      'rbac:manage',
      'settings:manage',
      'users:activate',
      'users:email:change:any',
      'users:read',
      'users:role:change',
    )
    const cookie = await pageCookie(userId)
    const authTime = addSeconds(new Date(), -13 * 3600)
    await db().sessionFamily.updateMany({ where: { userId }, data: { authTime } })
    const before = await writes()
    const guarded = []
    for (const form of forms) {
      const { act } = form.action.definition
      if (!act) continue
      guarded.push(`${form.page} ${form.name}: ${act}`)
      expect([form.name, await codeOf(form, cookie)]).toEqual([
        form.name,
        'reauthentication_required',
      ])
    }
    expect(guarded.sort()).toEqual([
      '/dashboard/rbac/roles/[id] removeRole: role_change',
      '/dashboard/rbac/roles/[id] saveMfaRule: role_change',
      '/dashboard/rbac/roles/[id] saveRole: role_change',
      '/dashboard/rbac/roles/new addRole: role_change',
      '/dashboard/users/[id] resetMfa: mfa_reset',
      '/dashboard/users/[id] saveEmail: user_email',
      '/dashboard/users/[id] saveRoles: role_assignment',
      '/dashboard/users/import uploadUsers: user_import',
      '/dashboard/users/import/[id] startRun: user_import',
      '/dashboard/webhooks/[id] disableWebhook: webhook',
      '/dashboard/webhooks/[id] enableWebhook: webhook',
      '/dashboard/webhooks/[id] removeWebhook: webhook',
      '/dashboard/webhooks/[id] rotateSecret: webhook',
      '/dashboard/webhooks/[id] saveWebhook: webhook',
      '/dashboard/webhooks/new addWebhook: webhook',
    ])
    expect(await writes()).toBe(before)
  })
})
