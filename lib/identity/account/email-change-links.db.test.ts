import { describe, expect, it } from 'vitest'
import { beginEmailChange } from '@/lib/accounts/email-change.store'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { confirmEmailChange } from '@/lib/identity/account/change-email'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { forgotPassword, resetPassword } from '@/lib/identity/passwords/reset-password'
import { MAILS_PER_WINDOW } from '@/lib/messaging/mail/mail-limits.store'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { holderOf } from '@/tests/kit/administrators'
import { changesOf, freshEmail, REFUSED, rowOf, useEmailChanges } from '@/tests/kit/email-changes'
import { insertUser } from '@/tests/kit/insert-user'
import { PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { changeUserEmail } from '@/lib/users/change-user-details'

const { queue, sent, waiting } = useEmailChanges()

const NEW_PASSWORD = 'a quite different passphrase'

describe('a pending email change ends', () => {
  it.each([
    [
      'with a password reset',
      async (user) => {
        const by = { userId: user.id, kind: 'reset_password', email: user.email } as const
        await resetPassword(
          { token: await issueEmailToken(db(), by, new Date()), password: NEW_PASSWORD },
          ctx(),
        )
      },
    ],
    [
      'with a password change',
      async (user) => {
        const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
        await changePassword(input, await livePrincipalOf(user.id), ctx())
      },
    ],
    [
      'with an address set by an administrator, even if it is reverted',
      async (user) => {
        const actor = await holderOf('users:email:change:any')
        for (const email of [freshEmail(), user.email])
          await changeUserEmail(actor, { userId: user.id, email }, ctx())
      },
    ],
    [
      'when the account is deactivated, even if it is activated again',
      async (user) => {
        const actor = await holderOf('users:activate')
        for (const move of ['deactivate', 'activate'] as const)
          await changeUserStatus(actor, { userId: user.id, move }, ctx())
      },
    ],
    [
      'when the account is deleted by its owner, even if it is restored',
      async (user) => {
        await deleteOwnAccount({ password: PASSWORD }, await livePrincipalOf(user.id), ctx())
        await changeUserStatus(
          await holderOf('users:restore'),
          { userId: user.id, move: 'restore' },
          ctx(),
        )
      },
    ],
  ] as [string, (user: { id: string; email: string }) => Promise<void>][])('%s', async (_, end) => {
    const { user, token } = await waiting()
    await end(user)
    expect(await confirmEmailChange({ token }, ctx())).toEqual(REFUSED)
    expect(await rowOf(user.id)).toMatchObject({ email: user.email })
    expect(await changesOf(user.id)).toEqual([])
  })
})

describe('an address that many accounts ask to change to', () => {
  /** Queues the link that a user's change to this address sends, and tries to send it. */
  async function ask({ id: userId, email }: { id: string; email: string }, newEmail: string) {
    const now = new Date()
    const by = { userId, email, passwordChangedAt: null, newEmail, now }
    const changeId = (await inTransaction((tx) => beginEmailChange(tx, by))) ?? ''
    const at = now.toISOString()
    await queue.queue({ mail: 'confirm_email_change', userId, changeId, at }, now)
    await queue.work(now)
  }

  it('gets five links an hour in all, and a refused one costs its requester nothing', async () => {
    const stranger = freshEmail()
    for (let n = 0; n < MAILS_PER_WINDOW; n++) await ask(await insertUser(), stranger)
    const refused = await insertUser()
    await ask(refused, stranger)
    expect(queue.recipients()).toEqual(Array.from({ length: MAILS_PER_WINDOW }, () => stranger))
    expect(await db().mailBudget.count({ where: { userId: refused.id } })).toBe(0)
    expect(await changesOf(refused.id)).toMatchObject([{ tokenHash: null }])

    const another = freshEmail()
    await ask(refused, another)
    expect(queue.recipients().slice(MAILS_PER_WINDOW)).toEqual([another])
  })

  it('is charged nothing for a link that could not be sent', async () => {
    queue.receiver().fail({ at: 'message', with: 451 })
    const [user, newEmail] = [await insertUser(), freshEmail()]
    await ask(user, newEmail)
    const where = { addressHash: sha256(newEmail) }
    expect((await db().addressMailBudget.findFirstOrThrow({ where })).sentAt).toEqual([])
    const own = { userId: user.id, mail: 'confirm_email_change' }
    expect((await db().mailBudget.findFirstOrThrow({ where: own })).sentAt).toEqual([])
  })
})

describe('links sent to the old address', () => {
  it('are invalid after the change, and no more are sent there', async () => {
    const { user, newEmail, token } = await waiting()
    const [reset, verify] = await Promise.all(
      (['reset_password', 'verify_email'] as const).map((kind) =>
        issueEmailToken(db(), { userId: user.id, kind, email: user.email }, new Date()),
      ),
    )
    await forgotPassword({ email: user.email }, ctx())
    await confirmEmailChange({ token }, ctx())
    expect(await db().emailToken.count({ where: { userId: user.id } })).toBe(0)
    expect(await resetPassword({ token: reset!, password: NEW_PASSWORD }, ctx())).toEqual(REFUSED)
    expect(verify).toBeTruthy()
    const before = queue.mails().length
    await forgotPassword({ email: user.email }, ctx())
    await queue.work(new Date())
    expect(sent().slice(before)).toEqual([[user.email, 'Your email address was changed']])
    await forgotPassword({ email: newEmail }, ctx())
    await queue.work(new Date())
    expect(sent().at(-1)).toEqual([newEmail, 'Reset your password'])
  })
})
