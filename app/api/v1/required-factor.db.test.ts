import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeRole } from '@/lib/access/change-role'
import { grantSystemRole } from '@/lib/access/grants.store'
import { loadSettings, settings } from '@/lib/config/settings'
import { findLiveCaller } from '@/lib/http/live-caller'
import { pageTable } from '@/lib/http/pages/page-table'
import { enableMfa, setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { disableMfa } from '@/lib/identity/mfa/manage-mfa'
import { removePasskey } from '@/lib/identity/passkeys/own-passkeys'
import { startPasskeyProof } from '@/lib/identity/passkeys/passkey-options'
import { proveWithPasskey } from '@/lib/identity/passkeys/prove-with-passkey'
import { authenticate, isSessionStillAuthorized } from '@/lib/identity/sessions/authenticate'
import { introspectToken } from '@/lib/identity/sessions/introspect-token'
import { readStandings } from '@/lib/identity/sessions/live-connection.store'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { issueSocketTicket, redeemSocketTicket } from '@/lib/identity/sessions/socket-tickets'
import { deliver } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { Principal, SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import {
  apiOperations,
  callOperation,
  pageActions,
  submitForm,
} from '@/tests/kit/contract/declared-handlers'
import { actionsOf, atStep, codeOf, enrolledUser, freshUser } from '@/tests/kit/enroll-mfa'
import { passkeyUser } from '@/tests/kit/enroll-passkey'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeSession, PASSWORD } from '@/tests/kit/make-user'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
let admin: Principal
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  admin = await principalOf((await insertAdministrator()).id)
})
beforeEach(() => {
  useSettings()
  deliver({ type: 'resync' })
})

/** A role that requires two-step verification, given to this user. */
async function giveRequiringRole(userId: string): Promise<string> {
  const roleId = await insertRole(`role ${newId()}`, [], [userId])
  const changed = await changeRole(
    admin,
    { roleId, changes: { requires_mfa: true } },
    testContext(),
  )
  if (!changed.ok) throw new Error(changed.code)
  deliver({ type: 'resync' })
  return roleId
}
const identify = (accessToken: string, lacking?: readonly ('enroll' | 'proof')[]) =>
  authenticate(
    { accessToken, surface: 'api', presentedByClient: true, ...(lacking && { lacking }) },
    new Date(),
  )

describe('a session without the required second factor', () => {
  it('is refused by every route but those to read the account and set a factor up', async () => {
    const { id } = await freshUser()
    await giveRequiringRole(id)
    const open: string[] = []
    for (const operation of await apiOperations()) {
      if (operation.handler.declaration.access === 'public') continue
      const answer = await callOperation(operation, { as: id })
      const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
      if (code !== 'mfa_enrolment_required') open.push(operation.name)
      else expect(answer.status).toBe(403)
    }
    expect(open.sort()).toEqual([
      'GET /api/v1/me',
      'GET /api/v1/me/passkeys',
      'POST /api/v1/auth/mfa/enable',
      'POST /api/v1/auth/mfa/setup',
      'POST /api/v1/me/passkeys',
      'POST /api/v1/me/passkeys/options',
    ])
  }, 60_000)

  it('is refused by every form but those that set a factor up', async () => {
    const { id } = await freshUser()
    await giveRequiringRole(id)
    // Each form is submitted in a session of its own.
    const where = { action: { not: 'session.created' } }
    const before = await db().auditRecord.count({ where })
    const open = []
    for (const form of await pageActions()) {
      if (form.action.definition.access === 'public') continue
      const answer = await submitForm(form, {}, { as: id })
      if (answer.status !== 403) open.push(form.name)
    }
    expect(open.sort()).toEqual([
      'cancelMfaSetup',
      'changePasskeyName',
      'createPasskey',
      'deletePasskey',
      'hideMfaCodes',
      'renewMfaCodes',
      'startMfaSetup',
      'turnOffMfa',
      'turnOnMfa',
    ])
    expect(await db().auditRecord.count({ where })).toBe(before)
  }, 60_000)

  it('opens no page but the one that sets a factor up', () => {
    const open = pageTable
      .filter(({ lacking }) => lacking)
      .map(({ path, lacking }) => [path, lacking])
    expect(open).toEqual([
      ['/dashboard/account/security', ['enroll']],
      ['/dashboard/account/confirm', ['proof']],
    ])
  })

  it('has no roles and permissions, even where it is accepted', async () => {
    const { id } = await insertAdministrator()
    const { accessToken } = await makeSession(id, testContext())
    await giveRequiringRole(id)
    const who = await identify(accessToken, ['enroll'])
    expect(who).toMatchObject({ ok: true, principal: { roles: [], missingFactor: 'enroll' } })
    expect(who.ok && who.principal.permissions.size).toBe(0)
  })

  it('opens no live connection, gets no ticket accepted, and is inactive for other services', async () => {
    const { id } = await freshUser()
    const session = await makeSession(id, testContext())
    const before = await identify(session.accessToken)
    if (!before.ok) throw new Error(before.code)
    const { ticket } = await issueSocketTicket(before.principal, {
      credentialExpiresAt: new Date(Date.now() + 60_000),
      now: new Date(),
    })
    await giveRequiringRole(id)
    const request = {
      header: (name: string) => (name === 'authorization' ? `Bearer ${session.accessToken}` : null),
      query: () => new URLSearchParams(),
    }
    const at = { now: new Date(), ip: null }
    expect(await findLiveCaller(request, 'api', at)).toMatchObject({
      code: 'mfa_enrolment_required',
    })
    expect(await redeemSocketTicket(ticket, new Date())).toMatchObject({
      code: 'mfa_enrolment_required',
    })
    expect(await introspectToken(session.accessToken, new Date())).toEqual({ active: false })
    expect(await isSessionStillAuthorized(before.principal, null, new Date())).toBe(false)
    const standings = await readStandings(db(), [session.sessionId], new Date())
    expect(standings.get(session.sessionId)?.standing).toBe('no_factor')
  })

  it('can be refreshed, and is whole once the factor is set up', async () => {
    const user = await freshUser()
    await giveRequiringRole(user.id)
    const session = await makeSession(user.id, atStep(0))
    const { refreshToken } = session
    expect(await refreshSession({ refreshToken }, atStep(0))).toMatchObject({ ok: true })
    const principal = { ...user.principal, sessionId: session.sessionId }
    const begun = await setupMfa({ password: PASSWORD }, principal, atStep(0))
    if (!begun.ok) throw new Error(begun.code)
    const code = codeOf(begun.secret, 0)
    expect(await enableMfa({ code }, principal, atStep(0))).toMatchObject({ ok: true })
    deliver({ type: 'user.changed', userId: user.id })
    const standings = await readStandings(db(), [session.sessionId], atStep(0).now)
    expect(standings.get(session.sessionId)?.standing).toBe('live')
  })
})

describe('who needs a second factor', () => {
  it('no one by default in local mode; in production administrators', async () => {
    const { id } = await insertAdministrator()
    const { accessToken } = await makeSession(id, testContext())
    expect(await identify(accessToken)).toMatchObject({ ok: true })
    loadSettings({
      ...productionEnvironment('postgresql://unused'),
      AUTH_JWT_SECRET: settings().tokens.secret,
      AUTH_JWT_ISSUER: settings().tokens.issuer,
    })
    deliver({ type: 'resync' })
    expect(await identify(accessToken)).toMatchObject({ code: 'mfa_enrolment_required' })
    const role = await db().role.findUniqueOrThrow({ where: { nameKey: 'admin' } })
    await db().role.update({ where: { id: role.id }, data: { requiresMfa: false } })
    deliver({ type: 'resync' })
    expect(await identify(accessToken)).toMatchObject({ ok: true })
    await db().role.update({ where: { id: role.id }, data: { requiresMfa: null } })
  })

  it('everyone, at once, when the setting says so', async () => {
    const { id } = await freshUser()
    const { accessToken } = await makeSession(id, testContext())
    expect(await identify(accessToken)).toMatchObject({ ok: true })
    useSettings({ AUTH_MFA_REQUIRED: 'everyone' })
    expect(await identify(accessToken)).toMatchObject({ code: 'mfa_enrolment_required' })
  })

  it('a system role can be made to require it, and nothing else of it be changed', async () => {
    const { id: roleId } = await db().role.findUniqueOrThrow({ where: { nameKey: 'user' } })
    const change = (changes: object) => changeRole(admin, { roleId, changes }, testContext())
    expect(await change({ requires_mfa: true })).toMatchObject({ role: { requires_mfa: true } })
    expect(await actionsOf(admin.userId)).toContain('role.mfa_requirement_changed')
    expect(await change({ requires_mfa: false, name: 'x' })).toMatchObject({
      code: 'system_role_immutable',
    })
    expect(await change({ requires_mfa: false })).toMatchObject({ role: { requires_mfa: false } })
  })
})

describe('whether a role requires it', () => {
  it.each([true, false])(
    'cannot be changed (to %s) by someone with fewer permissions than a holder of the role',
    async (requires_mfa) => {
      const manager = await holderOf('rbac:manage')
      const { id: system } = await db().role.findUniqueOrThrow({ where: { nameKey: 'user' } })
      const { id: superior } = await freshUser()
      await inTransaction((tx) => grantSystemRole(tx, superior, 'user'))
      await insertRole(`auditors ${newId()}`, ['audit:list'], [superior])
      const plain = await insertRole(`plain ${newId()}`, [], [superior])
      const set = (by: Principal, roleId: string, required: boolean) =>
        changeRole(by, { roleId, changes: { requires_mfa: required } }, testContext())
      for (const roleId of [system, plain])
        expect(await set(admin, roleId, !requires_mfa)).toMatchObject({ ok: true })
      const before = await db().role.findMany({ orderBy: { id: 'asc' } })
      for (const roleId of [system, plain])
        expect(await set(manager, roleId, requires_mfa)).toMatchObject({
          code: 'privilege_escalation',
        })
      expect(await db().role.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
      await set(admin, system, false)
      const own = await insertRole(`own ${newId()}`, [], [(await freshUser()).id])
      await set(admin, own, !requires_mfa)
      expect(await set(manager, own, requires_mfa)).toMatchObject({ role: { requires_mfa } })
    },
  )
})

describe('an API key whose owner must set up a second factor', () => {
  it('is refused until then', async () => {
    const { id } = await freshUser()
    const { key } = await makeApiKey(id, [])
    const me = (await apiOperations()).find(({ name }) => name === 'GET /api/v1/me')!
    expect((await callOperation(me, { key })).status).toBe(200)
    await giveRequiringRole(id)
    const answer = await callOperation(me, { key })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'mfa_enrolment_required' })
  })
})

describe('a user with a passkey who signed in with the password alone', () => {
  const proofOf = async (user: Awaited<ReturnType<typeof passkeyUser>>, by: SessionPrincipal) => {
    const started = await startPasskeyProof(by, atStep(1))
    if (!started.ok) throw new Error(started.code)
    return proveWithPasskey(user.device.answer(started.options), by, atStep(1))
  }

  it('can’t add another factor with the password, only prove the passkey', async () => {
    const user = await passkeyUser()
    await giveRequiringRole(user.id)
    const session = await makeSession(user.id, testContext())
    expect(await identify(session.accessToken, ['enroll'])).toMatchObject({
      code: 'mfa_proof_required',
    })
    const who = await identify(session.accessToken, ['proof'])
    if (!who.ok) throw new Error(who.code)
    expect(await proofOf(user, who.principal)).toMatchObject({ ok: true })
    deliver({ type: 'user.changed', userId: user.id })
    expect(await identify(session.accessToken)).toMatchObject({
      ok: true,
      principal: { missingFactor: null },
    })
  })
})

describe('removing the last second factor', () => {
  it('is refused for the authenticator app while it is required, and nothing changes', async () => {
    const user = await enrolledUser()
    await giveRequiringRole(user.id)
    const proof = { code: user.codeAt(1), password: PASSWORD }
    expect(await disableMfa(proof, user.principal, atStep(1))).toMatchObject({
      code: 'last_second_factor',
    })
    const row = await db().user.findUniqueOrThrow({ where: { id: user.id } })
    expect(row.mfaEnabledAt).not.toBeNull()
    expect(await actionsOf(user.id)).toContain('mfa.disable_refused')
  })

  it('is refused for the last passkey while it is required, and nothing changes', async () => {
    const user = await passkeyUser()
    const roleId = await giveRequiringRole(user.id)
    const remove = () => removePasskey({ id: user.passkeyId }, user.principal, atStep(0))
    expect(await remove()).toMatchObject({ code: 'last_second_factor' })
    expect(await db().passkey.count({ where: { userId: user.id } })).toBe(1)
    await changeRole(admin, { roleId, changes: { requires_mfa: false } }, testContext())
    expect(await remove()).toMatchObject({ ok: true })
  })
})
