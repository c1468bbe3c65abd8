import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import {
  consumeUnprovenSignIn,
  insertUnprovenSignIn,
  issueSignInToken,
} from '@/lib/accounts/unproven-sign-in.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'
import { findOrCreateUser } from '@/lib/identity/oauth/find-or-create-user'
import { disownSession } from '@/lib/identity/sessions/disown-session'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { OPERATOR } from '@/lib/platform/request-context'
import { atStep, freshUser } from '@/tests/kit/enroll-mfa'
import { insertUser } from '@/tests/kit/insert-user'
import { DISOWNED, intrude } from '@/tests/kit/intruder'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { statesOf, whileSending } from '@/tests/kit/while-sending'

// A deadlock in one of these tests fails the file.
useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const ctx = atStep(DISOWNED)
const deactivate = (userId: string) =>
  changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, ctx)

/**
 * A deactivation, and then another act, that both begin while a notification of the user is sent.
 */
function crossWhileSending<T>(
  sent: { userId: string; apiKeyId?: string },
  act: () => Promise<T>,
): Promise<[Promise<{ ok: boolean }>, Promise<T>]> {
  return whileSending({ ...sent, at: ctx.now }, async () => {
    const deactivating = deactivate(sent.userId)
    await lockWaiters(1)
    const acting = act()
    acting.catch(() => undefined)
    await lockWaiters(2)
    return [deactivating, acting]
  })
}

describe('the deactivation of a sender does not deadlock', () => {
  it('with the job that sends to them, too', async () => {
    const { id } = await insertUser()
    const [deactivated] = await whileSending({ userId: id, at: ctx.now }, async () => {
      const deactivating = deactivate(id)
      await lockWaiters(1)
      return [deactivating]
    })
    expect(await deactivated).toMatchObject({ ok: true })
    expect(await statesOf(id)).toEqual(['cancelled'])
  })

  it('with “This wasn’t me”', async () => {
    const owner = await freshUser()
    const { token } = await intrude(owner)
    const sent = { userId: owner.id }
    const [deactivated, disowned] = await crossWhileSending(sent, () =>
      disownSession({ token }, ctx),
    )
    expect(await deactivated).toMatchObject({ ok: true })
    expect(await disowned).toMatchObject({ code: 'invalid_or_expired_token' })
    expect(await statesOf(owner.id)).toEqual(['cancelled'])
  })

  it('with the revocation of the API key that the notification was requested with', async () => {
    const { id: userId, principal } = await freshUser()
    const { apiKey } = await makeApiKey(userId, [], { ctx })
    const sent = { userId, apiKeyId: apiKey.id }
    const [deactivated, revoked] = await crossWhileSending(sent, () =>
      revokeApiKey(principal, apiKey.id, ctx),
    )
    expect(await deactivated).toMatchObject({ ok: true })
    expect(await revoked).toMatchObject({ code: 'not_found' })
    expect(await statesOf(userId)).toEqual(['cancelled'])
  })

  it('with a provider that proves the address of an imported account', async () => {
    const { id: userId, email } = await freshUser()
    const imported = { invitedAt: ctx.now, firstVerifiedAt: null }
    await db().user.update({ where: { id: userId }, data: imported })
    const identity = { provider: 'google', subject: userId, email, name: null } as const
    const [deactivated, found] = await crossWhileSending({ userId }, () =>
      inTransaction((tx) => findOrCreateUser(tx, { ...identity, emailVerified: true }, ctx)),
    )
    expect(await deactivated).toMatchObject({ ok: true })
    await expect(found).rejects.toThrow()
    expect(await statesOf(userId)).toEqual(['cancelled'])
  })

  it('with an emailed link that proves the address of an imported account', async () => {
    const { id: userId, email } = await freshUser()
    const imported = { invitedAt: ctx.now, firstVerifiedAt: null }
    await db().user.update({ where: { id: userId }, data: imported })
    await whileSending({ userId, at: ctx.now }, async () => undefined)
    const [browser, now] = [newSecretToken(), ctx.now]
    const identity = { provider: 'google', subject: userId, name: null, email } as const
    const token = await inTransaction(async (tx) => {
      const by = { browser, nextPath: null, locale: 'en', now } as const
      const asked = { ...by, identity: { ...identity, emailVerified: false } }
      return issueSignInToken(tx, { id: await insertUnprovenSignIn(tx, asked), now })
    })
    const link = { token: token!, browser, providers: ['google'] as const, now }
    const { found, deactivating } = await inTransaction(async (tx) => {
      const asked = await consumeUnprovenSignIn(tx, link)
      const deactivating = deactivate(userId)
      await lockWaiters(1)
      return { found: await findOrCreateUser(tx, asked!.identity, ctx), deactivating }
    })
    expect([found, await deactivating]).toMatchObject([{ ok: true, userId }, { ok: true }])
    expect(await statesOf(userId)).toEqual(['cancelled'])
  })
})

describe('does not wait for a notification that goes on, so that its job isn’t held up either', () => {
  it('the deactivation of who created the API key of a service account', async () => {
    const [{ id: createdById }, { id: userId }] = [await freshUser(), await makeServiceAccount()]
    const { apiKey } = await makeApiKey(userId, [], { ctx })
    await db().apiKey.update({ where: { id: apiKey.id }, data: { createdById } })
    const sent = { userId, apiKeyId: apiKey.id, at: ctx.now }
    expect(await whileSending(sent, () => deactivate(createdById))).toMatchObject({ ok: true })
    expect(await statesOf(userId)).toEqual(['running'])
  })

  it('the activation of its sender', async () => {
    const { id: userId } = await insertUser({ status: 'deactivated' })
    const activate = () => changeUserStatus(OPERATOR, { userId, move: 'activate' }, ctx)
    expect(await whileSending({ userId, at: ctx.now }, activate)).toMatchObject({ ok: true })
  })

  it('“This wasn’t me” about a session that began later', async () => {
    const owner = await freshUser()
    const { token } = await intrude(owner)
    const disown = () => disownSession({ token }, ctx)
    const sent = { userId: owner.id, at: atStep(0).now }
    expect(await whileSending(sent, disown)).toMatchObject({ ok: true })
    expect(await statesOf(owner.id)).toEqual(['running'])
  })
})
