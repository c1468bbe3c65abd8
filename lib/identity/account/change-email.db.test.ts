import { describe, expect, it } from 'vitest'
import { findEmailChange } from '@/lib/accounts/email-change.store'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import {
  cancelEmailChange,
  confirmEmailChange,
  requestEmailChange,
} from '@/lib/identity/account/change-email'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { auditRecordsOf } from '@/tests/kit/audit-records'
import { changesOf, freshEmail, REFUSED, rowOf, useEmailChanges } from '@/tests/kit/email-changes'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf, principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'

const { queue, ask, sent, tokenTo, waiting } = useEmailChanges()

describe('an email change', () => {
  it('takes effect when the new mailbox is proven: verified, old address notified, sessions kept, audited masked', async () => {
    const { user, newEmail, token } = await waiting()
    const session = await makeSession(user.id, ctx())
    expect(await rowOf(user.id)).toMatchObject({ email: user.email, version: 1 })
    expect(sent()).toEqual(
      expect.arrayContaining([
        [user.email, 'Email address change requested'],
        [newEmail, 'Confirm your new email address'],
      ]),
    )
    const confirmed = await confirmEmailChange({ token }, ctx())
    expect(confirmed).toMatchObject({
      ok: true,
      user: { id: user.id, email: newEmail, email_verified: true, roles: ['user'] },
    })
    expect(await rowOf(user.id)).toMatchObject({ email: newEmail, version: 2 })
    expect(
      await db().sessionFamily.findUniqueOrThrow({ where: { id: session.sessionId } }),
    ).toMatchObject({
      revokedAt: null,
    })
    await queue.work(new Date())
    expect(sent()).toContainEqual([user.email, 'Your email address was changed'])
    expect(await login({ email: user.email, password: PASSWORD }, ctx())).toMatchObject({
      ok: false,
    })
    expect(await login({ email: newEmail, password: PASSWORD }, ctx())).toMatchObject({ ok: true })
    const masked = {
      before: `${user.email[0]}***@example.org`,
      after: `${newEmail[0]}***@new.example`,
    }
    expect(
      (await auditRecordsOf(user.id)).filter(({ action }) => action.startsWith('email.')),
    ).toMatchObject([
      { action: 'email.change_requested', outcome: 'ok', details: masked },
      { action: 'email.changed', outcome: 'ok', details: masked },
    ])
  })

  it('is confirmed once, and only the hash of its token is stored', async () => {
    const { user, token } = await waiting()
    expect(await changesOf(user.id)).toMatchObject([{ tokenHash: new Uint8Array(sha256(token)) }])
    expect(JSON.stringify(await db().job.findMany())).not.toContain(token)
    expect(await confirmEmailChange({ token }, ctx())).toMatchObject({ ok: true })
    expect(await confirmEmailChange({ token }, ctx())).toEqual(REFUSED)
  })

  it.each(['', 'x', 'A'.repeat(43), '\0', 'x'.repeat(1_000_000)])(
    'is not confirmed by an invalid token (%#)',
    async (token) => {
      expect(await confirmEmailChange({ token }, ctx())).toEqual(REFUSED)
    },
  )

  it('is not confirmed by another kind of token, and its token opens nothing else', async () => {
    const { user, token } = await waiting()
    const reset = await issueEmailToken(
      db(),
      { userId: user.id, kind: 'reset_password', email: user.email },
      new Date(),
    )
    expect(await confirmEmailChange({ token: reset }, ctx())).toEqual(REFUSED)
    expect(await resetPassword({ token, password: 'a quite different passphrase' }, ctx())).toEqual(
      REFUSED,
    )
  })

  it('stays pending for AUTH_VERIFY_TOKEN_TTL after the email is sent', async () => {
    for (const [seconds, ok] of [
      [590, true],
      [610, false],
    ] as const) {
      const { user, token } = await waiting()
      const now = addSeconds(new Date(), seconds)
      expect((await findEmailChange(db(), user.id, now)) !== null).toBe(ok)
      expect(await confirmEmailChange({ token }, ctx({ now }))).toMatchObject({ ok })
    }
  })

  it('is replaced by a newer one, which invalidates the older link', async () => {
    const { user, token } = await waiting()
    const other = freshEmail()
    await ask(user, other)
    expect(await changesOf(user.id)).toHaveLength(1)
    expect(await confirmEmailChange({ token }, ctx())).toEqual(REFUSED)
    await queue.work(new Date())
    expect(await confirmEmailChange({ token: tokenTo(other) }, ctx())).toMatchObject({ ok: true })
  })

  it('sends one link, to the newest address, when it was replaced before the email was sent', async () => {
    const user = await makeUser()
    const [first, second] = [freshEmail(), freshEmail()]
    await ask(user, first)
    await ask(user, second)
    await queue.work(new Date())
    expect(queue.recipients()).not.toContain(first)
    expect(tokenTo(second)).not.toBe('')
  })

  it('can be canceled, which invalidates its link and drops the queued email', async () => {
    const { user, token } = await waiting()
    expect(await cancelEmailChange(await principalOf(user.id), ctx())).toEqual({ ok: true })
    expect(await confirmEmailChange({ token }, ctx())).toEqual(REFUSED)
    const late = freshEmail()
    await ask(user, late)
    await cancelEmailChange(await principalOf(user.id), ctx())
    await cancelEmailChange(await principalOf(user.id), ctx())
    await queue.work(new Date())
    expect(queue.recipients()).not.toContain(late)
    expect(
      (await auditRecordsOf(user.id)).filter(({ action }) => action === 'email.change_cancelled'),
    ).toHaveLength(2)
  })

  it("doesn't reveal to a mistyped address who asked or from where", async () => {
    const user = await insertUser({ name: 'Ada Lovelace' })
    const newEmail = freshEmail()
    const principal = await livePrincipalOf(user.id)
    await requestEmailChange({ newEmail }, principal, ctx({ ip: '203.0.113.9' }))
    await queue.work(new Date())
    const { raw } = queue.mails().find(({ envelope }) => envelope.to[0] === newEmail)!
    expect(raw).not.toMatch(/Ada|203\.0\.113\.9/)
    expect(raw).not.toContain(user.email)
  })
})

describe('requesting an email change', () => {
  it('requires the password; incorrect ones are charged and audited, and nothing is written or sent', async () => {
    const user = await makeUser()
    expect(await ask(user, freshEmail(), 'wrong')).toMatchObject({ code: 'invalid_credentials' })
    const without = await requestEmailChange(
      { newEmail: freshEmail() },
      await principalOf(user.id),
      ctx(),
    )
    expect(without).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/password' }] })
    for (let i = 0; i < 4; i++) await ask(user, freshEmail(), 'wrong')
    expect(await ask(user)).toMatchObject({ code: 'account_locked' })
    expect(await changesOf(user.id)).toEqual([])
    expect(await db().job.count()).toBe(0)
    expect((await auditRecordsOf(user.id))[0]).toMatchObject({
      action: 'email.change_refused',
      outcome: 'refused',
      details: { reason: 'invalid_credentials' },
    })
  })

  it('requires a sign-in within ten minutes if there is no password', async () => {
    const user = await insertUser()
    const principal = await livePrincipalOf(user.id)
    const late = ctx({ now: addSeconds(principal.authTime, 601) })
    expect(
      await requestEmailChange({ newEmail: freshEmail(), password: 'x' }, principal, late),
    ).toEqual({
      ok: false,
      code: 'reauthentication_required',
      maxAgeSeconds: 600,
    })
    expect(await changesOf(user.id)).toEqual([])
    expect(await requestEmailChange({ newEmail: freshEmail() }, principal, ctx())).toEqual({
      ok: true,
    })
  })

  it('is refused once the session has ended, and nothing is written or sent', async () => {
    const user = await insertUser()
    const principal = await livePrincipalOf(user.id)
    const jobs = await db().job.count()
    const end = { userId: user.id, reason: 'revoked_by_owner' } as const
    await inTransaction((tx) => revokeSessionsOf(tx, end, ctx()))
    expect(await requestEmailChange({ newEmail: freshEmail() }, principal, ctx())).toEqual({
      ok: false,
      code: 'session_revoked',
    })
    expect(await changesOf(user.id)).toEqual([])
    expect(await db().job.count()).toBe(jobs)
    expect(await auditRecordsOf(user.id)).toEqual([])
  })

  it('refuses the current address', async () => {
    const user = await makeUser()
    expect(await ask(user, user.email)).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/new_email', code: 'same_email' }],
    })
  })

  it.each(['active', 'pending', 'deactivated', 'deleted'] as const)(
    "doesn't reveal that the address belongs to an account that is %s",
    async (status) => {
      const user = await makeUser()
      const taken = await insertUser({ status })
      // Created by an administrator, because an unconfirmed registration would give way.
      if (status === 'pending')
        await db().user.update({ where: { id: taken.id }, data: { invitedAt: new Date() } })
      expect(await ask(user, taken.email)).toEqual({ ok: true })
      expect(await findEmailChange(db(), user.id, new Date())).toMatchObject({
        newEmail: taken.email,
      })
      await queue.work(new Date())
      await queue.work(new Date())
      const told = status === 'active' || status === 'pending'
      expect(sent().filter(([to]) => to === taken.email)).toEqual(
        told ? [[taken.email, 'You already have an account']] : [],
      )
      expect(queue.recipients()).toContain(user.email)
      expect(await changesOf(user.id)).toMatchObject([{ tokenHash: null }])
    },
  )

  it('changes nothing when another account took the address before the link was used', async () => {
    const { user, newEmail, token } = await waiting()
    const taker = await insertUser({ email: newEmail })
    expect(await confirmEmailChange({ token }, ctx())).toEqual(REFUSED)
    expect(await rowOf(user.id)).toMatchObject({ email: user.email, version: 1 })
    expect(await rowOf(taker.id)).toMatchObject({ email: newEmail, version: 1 })
    const taken = {
      action: 'email.confirmation_refused',
      details: { path: ['taken'], equals: true },
    }
    expect(await db().auditRecord.count({ where: taken })).toBe(1)
  })
})
