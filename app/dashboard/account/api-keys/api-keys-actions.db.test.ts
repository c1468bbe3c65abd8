import { beforeAll, describe, expect, it } from 'vitest'
import * as own from '@/app/dashboard/account/api-keys/actions'
import * as users from '@/app/dashboard/users/[id]/api-keys/actions'
import { syncCatalog } from '@/lib/access/catalog'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { submitAction, type SubmittedFields } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import type { ActionState, FormAction } from '@/lib/web/action-state'
import { decodeNotice } from '@/lib/web/form-outcome'
import { readOneTimeCookie } from '@/lib/web/one-time-cookie'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const OWN = '/dashboard/account/api-keys'
const CREATE = {
  name: 'Export',
  permissions: [],
  days: '30',
  allowed_addresses: '',
}
const keysOf = (userId: string) => db().apiKey.findMany({ where: { userId } })

async function post(
  action: FormAction,
  page: string,
  { as, fields, now = new Date() }: { as: string; fields: SubmittedFields; now?: Date },
) {
  const session = await makeSession(as, testContext({ surface: 'web', now }))
  const headers = { cookie: cookieHeaderWith(null, session) }
  const answer = await submitAction(action, { page, fields, headers })
  const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0]!)
  const notice = cookies.find((text) => /^(__Host-)?notice=/.test(text))
  const by = { userId: as, sessionId: session.sessionId }
  const text = await answer.text()
  return {
    status: answer.status,
    shown: readOneTimeCookie(cookies.join('; '), by, new Date()),
    notice: decodeNotice(notice?.split('=')[1]),
    state: text ? (JSON.parse(text) as ActionState) : null,
  }
}

describe('one’s own keys, without JavaScript', () => {
  it('creates a key, with the chosen permissions and addresses, and shows it once', async () => {
    const { userId } = await holderOf('users:list', 'users:read')
    const addresses = ' 203.0.113.7\n2001:db8::/32 '
    const fields = { ...CREATE, allowed_addresses: addresses, permissions: ['users:list'] }
    const { status, shown } = await post(own.createKey, OWN, { as: userId, fields })
    const [key] = await keysOf(userId)
    expect(status).toBe(303)
    expect(key).toMatchObject({
      name: 'Export',
      permissions: ['users:list'],
      allowedAddresses: ['203.0.113.7', '2001:db8::/32'],
    })
    expect(shown).toMatchObject({
      kind: 'api_key',
      userId,
      name: 'Export',
      key: expect.stringMatching(/^ghk_/) as unknown,
    })
    const days = (key!.expiresAt.getTime() - key!.createdAt.getTime()) / 86_400_000
    expect(days).toBe(30)
  })

  it.each<[string, Record<string, string>, string]>([
    ['no name', { name: '' }, 'name'],
    ['a lifetime that is not offered', { days: '100000' }, 'days'],
    ['an invalid address', { allowed_addresses: 'everywhere' }, 'allowed_addresses'],
  ])('refuses %s at its field, and creates nothing', async (_, wrong, field) => {
    const { userId } = await holderOf()
    const fields = { ...CREATE, ...wrong }
    const { status, state } = await post(own.createKey, OWN, { as: userId, fields })
    expect([status, Object.keys(state?.errors ?? {})]).toEqual([422, [field]])
    expect(await keysOf(userId)).toEqual([])
  })

  it('refuses a permission added to the form that the user does not have', async () => {
    const { userId } = await holderOf('users:list')
    const fields = { ...CREATE, permissions: ['users:list', 'rbac:manage'] }
    const { state } = await post(own.createKey, OWN, { as: userId, fields })
    expect(state?.code).toBe('privilege_escalation')
    expect(await keysOf(userId)).toEqual([])
  })

  it('asks for the password after an old sign-in, and names a wrong one', async () => {
    const { id: userId } = await makeUser()
    const now = addSeconds(new Date(), -660)
    const tryWith = (password?: string) => {
      const fields = { ...CREATE, ...(password && { password }) }
      return post(own.createKey, OWN, { as: userId, fields, now })
    }
    expect((await tryWith()).state?.code).toBe('reauthentication_required')
    expect(Object.keys((await tryWith('wrong')).state?.errors ?? {})).toEqual(['password'])
    expect(await keysOf(userId)).toEqual([])
    expect((await tryWith(PASSWORD)).shown).toMatchObject({ kind: 'api_key' })
  })

  it('revokes a key, and says so when it is already gone or someone else’s', async () => {
    const [{ userId }, other] = [await holderOf(), await insertUser()]
    const { apiKey } = await makeApiKey(userId, [])
    const theirs = await makeApiKey(other.id, [])
    const revoke = (id: string) => post(own.revokeKey, OWN, { as: userId, fields: { key_id: id } })
    expect((await revoke(apiKey.id)).notice).toMatchObject({ notice: 'key_revoked' })
    for (const id of [apiKey.id, theirs.apiKey.id, newId()])
      expect((await revoke(id)).notice).toMatchObject({ code: 'not_found' })
    const [kept] = await keysOf(other.id)
    expect(kept!.revokedAt).toBeNull()
  })
})

describe('keys of other accounts', () => {
  const pageOf = (id: string) => `/dashboard/users/${id}/api-keys`

  async function accountWith(permission: PermissionName) {
    const account = await makeServiceAccount()
    await insertRole(`role ${newId()}`, [permission], [account.id])
    return account
  }

  it('creates a key for a service account, and shows it to its creator only', async () => {
    const { userId } = await holderOf('users:read', 'users:activate', 'audit:list')
    const { id } = await accountWith('audit:list')
    const fields = { ...CREATE, permissions: ['audit:list'] }
    const { shown } = await post(users.createKey, pageOf(id), { as: userId, fields })
    expect(shown).toMatchObject({ kind: 'api_key', userId: id })
    expect(await keysOf(id)).toMatchObject([{ permissions: ['audit:list'], createdById: userId }])
  })

  it('creates none for another person, nor without users:activate', async () => {
    const all = ['users:read', 'users:activate', 'audit:list'] as const
    const [{ userId: admin }, { userId: reader }] = [
      await holderOf(...all),
      await holderOf('users:read', 'audit:list'),
    ]
    const [person, account] = [await insertUser(), await accountWith('audit:list')]
    const fields = { ...CREATE }
    expect((await post(users.createKey, pageOf(person.id), { as: admin, fields })).status).toBe(422)
    expect((await post(users.createKey, pageOf(account.id), { as: reader, fields })).status).toBe(
      403,
    )
    expect([await keysOf(person.id), await keysOf(account.id)]).toEqual([[], []])
  })

  it('revokes a person’s key with users:activate, but not of someone who may do more', async () => {
    const { userId: admin } = await holderOf('users:read', 'users:activate')
    const [person, above] = [await insertUser(), await holderOf('rbac:manage')]
    const [key, kept] = [await makeApiKey(person.id, []), await makeApiKey(above.userId, [])]
    const revoke = (owner: string, id: string) => {
      const fields = { key_id: id }
      return post(users.revokeKey, pageOf(owner), { as: admin, fields })
    }
    expect((await revoke(person.id, key.apiKey.id)).notice).toMatchObject({ notice: 'key_revoked' })
    expect((await revoke(above.userId, kept.apiKey.id)).notice).toMatchObject({
      code: 'privilege_escalation',
    })
    expect(await keysOf(above.userId)).toMatchObject([{ revokedAt: null }])
  })
})
