import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { confirmPhone, removePhone, requestPhoneCode } from '@/lib/identity/account/change-phone'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { unlinkIdentity } from '@/lib/identity/oauth/own-identities'
import { removePasskey } from '@/lib/identity/passkeys/own-passkeys'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'
import { eraseOwnAccount } from '@/lib/users/erasure/erase-user'
import { dumpTestDatabase } from '@/tests/kit/dump-database'
import { atStep } from '@/tests/kit/enroll-mfa'
import { passkeyUser } from '@/tests/kit/enroll-passkey'
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { freshPhone, useTextQueue } from '@/tests/kit/text-queue'

useTestDatabase()
const queue = useTextQueue({ OAUTH_GITHUB_CLIENT_ID: 'id', OAUTH_GITHUB_CLIENT_SECRET: 'secret' })
beforeAll(() => syncCatalog(new Date()))

/** A user with a password, a passkey, a provider, and the code for a phone number. */
async function someone() {
  const { id, principal, passkeyId } = await passkeyUser()
  const identity = { provider: 'github', providerAccountId: newId(), userId: id }
  await db().account.create({ data: { ...identity, linkedAt: new Date(), lastUsedAt: new Date() } })
  const phone = freshPhone()
  await requestPhoneCode({ phone }, principal, atStep(0))
  await queue.work(atStep(0).now)
  return { id, principal, passkeyId, code: queue.codeTo(phone) }
}
type Someone = Awaited<ReturnType<typeof someone>>

// By then a new code can be requested, and the sign-in is still recent.
const LATER = atStep(3)
const act: Record<
  string,
  (user: Someone, by: SessionPrincipal, ctx: RequestContext) => Promise<{ ok: boolean }>
> = {
  'change the password': (_, ...by) =>
    changePassword({ currentPassword: PASSWORD, newPassword: 'a wholly new passphrase' }, ...by),
  'delete the account': (_, ...by) => deleteOwnAccount({ password: PASSWORD }, ...by),
  'erase the account': (_, ...by) => eraseOwnAccount({ password: PASSWORD }, ...by),
  'remove a passkey': ({ passkeyId: id }, ...by) => removePasskey({ id }, ...by),
  'disconnect a provider': (_, ...by) => unlinkIdentity({ provider: 'github' }, ...by),
  'request a phone number': (_, ...by) => requestPhoneCode({ phone: freshPhone() }, ...by),
  'confirm a phone number': ({ code }, ...by) => confirmPhone({ code }, ...by),
  'remove the phone number': (_, ...by) => removePhone(...by),
}

it.each(Object.keys(act))(
  'a session that ended after the request was authorized can’t %s',
  async (name) => {
    const user = await someone()
    const id = user.principal.sessionId
    await db().sessionFamily.update({ where: { id }, data: { revokedAt: LATER.now } })
    const before = await written()
    expect(await act[name]!(user, user.principal, LATER)).toMatchObject({ code: 'session_revoked' })
    expect(await written()).toEqual(before)
    await db().sessionFamily.update({ where: { id }, data: { revokedAt: null } })
    expect(await act[name]!(user, user.principal, LATER)).toMatchObject({ ok: true })
  },
)

/** Every row, except the count of failed checks of a password and the audit record of a refusal. */
async function written(): Promise<string[]> {
  const rows = (await dumpTestDatabase('')).split('\n')
  return rows
    .filter((row) => !/"window_ends_at"|"password\.change_refused"|"record_id"/.test(row))
    .toSorted()
}
