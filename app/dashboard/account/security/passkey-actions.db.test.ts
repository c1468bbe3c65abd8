import { beforeAll, expect, it } from 'vitest'
import { changePasskeyName, deletePasskey } from '@/app/dashboard/account/security/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { passkeyUser } from '@/tests/kit/enroll-passkey'
import { makeSession, PASSWORD } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import type { FormAction } from '@/lib/web/action-state'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

/** The sign-in is no longer recent. */
const signedInAt = () => addSeconds(new Date(), -11 * 60)

async function submit(action: FormAction, fields: Record<string, string>, userId: string) {
  const session = await makeSession(userId, testContext({ surface: 'web', now: signedInAt() }))
  const headers = { cookie: cookieHeaderWith(null, session) }
  return submitAction(action, { page: '/dashboard/account/security', fields, headers })
}

async function ownerAndPasskey() {
  const { id: userId } = await passkeyUser()
  const passkey = () => db().passkey.findFirst({ where: { userId } })
  const { id, name } = (await passkey())!
  return { userId, passkey, id, name }
}

it('renames and removes the passkey of its row', async () => {
  const { userId, passkey, id } = await ownerAndPasskey()
  const renamed = await submit(changePasskeyName, { passkey_id: id, name: 'Work laptop' }, userId)
  expect(renamed.status).toBe(303)
  expect(await passkey()).toMatchObject({ name: 'Work laptop' })
  const fields = { passkey_id: id, current_password: PASSWORD }
  expect((await submit(deletePasskey, fields, userId)).status).toBe(303)
  expect(await passkey()).toBeNull()
})

it('changes nothing for a form without a name, of another user, or of an earlier version', async () => {
  const { userId, passkey, id, name } = await ownerAndPasskey()
  const stranger = (await passkeyUser()).id
  const fields = { passkey_id: id, name: 'Mine now', current_password: PASSWORD }
  const statuses = [
    await submit(changePasskeyName, { ...fields, name: '' }, userId),
    await submit(changePasskeyName, fields, stranger),
    await submit(deletePasskey, fields, stranger),
    await submit(deletePasskey, { intent: `passkey_remove_${id}` }, userId),
  ].map(({ status }) => status)
  expect(statuses).toEqual([422, 404, 404, 422])
  expect(await passkey()).toMatchObject({ id, name })
})

it('removes nothing with an incorrect password, and says so at its field', async () => {
  const { userId, passkey, id } = await ownerAndPasskey()
  const fields = { passkey_id: id, current_password: 'incorrect password' }
  const refused = await submit(deletePasskey, fields, userId)
  expect(await refused.json()).toMatchObject({ errors: { current_password: expect.any(String) } })
  expect(await passkey()).not.toBeNull()
})
