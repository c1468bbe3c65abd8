import { describe, expect, it } from 'vitest'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { confirmEmailChange } from '@/lib/identity/account/change-email'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { forgotPassword, resetPassword } from '@/lib/identity/passwords/reset-password'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/lib/testing/administrators'
import { changesOf, freshEmail, REFUSED, rowOf, useEmailChanges } from '@/lib/testing/email-changes'
import { PASSWORD } from '@/lib/testing/make-user'
import { livePrincipalOf } from '@/lib/testing/principal-of'
import { testContext as ctx } from '@/lib/testing/test-context'
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
