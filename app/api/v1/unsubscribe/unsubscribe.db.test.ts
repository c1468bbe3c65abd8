import { beforeEach, describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/v1/unsubscribe/route'
import { unsubscribeUrl } from '@/lib/messaging/notifications/unsubscribe-link'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { auditRecordsOf } from '@/tests/kit/audit-records'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeEach(() => void useSettings())

async function call(method: 'GET' | 'POST', url: string, init: RequestInit = {}) {
  const handler = method === 'GET' ? GET : POST
  const answer = await handler(new Request(url, { method, ...init }), {
    params: Promise.resolve({}),
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}

const preferencesOf = (userId: string) =>
  db().notificationPreferences.findUnique({ where: { userId } })

describe('the unsubscribe link of a notification', () => {
  it('only asks when it is opened, because mail scanners open it', async () => {
    const { id } = await insertUser()
    const page = await call('GET', unsubscribeUrl(id), { headers: { 'accept-language': 'tr' } })
    expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
    expect(page.text).toContain('<form method="post"><button class="go" name="List-Unsubscribe"')
    expect(page.text).toContain('Bildirim aboneliğinden çıkılsın mı?')
    expect(await preferencesOf(id)).toBeNull()
  })

  it.each<[string, RequestInit['body']]>([
    ['the form of its page', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    ['a mail provider, as urlencoded', 'List-Unsubscribe=One-Click'],
    ['a mail provider, as multipart', multipart()],
  ])(
    'turns off email, and nothing else, when posted by %s, as the user’s own change',
    async (_, body) => {
      const { id } = await insertUser()
      expect(await call('POST', unsubscribeUrl(id), { body })).toMatchObject({ status: 200 })
      expect(await preferencesOf(id)).toMatchObject({ inbox: true, email: false, sms: true })
      expect(await auditRecordsOf(id)).toMatchObject([
        { action: 'notification_preferences.changed', actorId: id, outcome: 'ok' },
      ])
    },
  )

  it('answers the same when posted again, and for a user who no longer exists', async () => {
    const { id } = await insertUser()
    const pages = [
      await call('POST', unsubscribeUrl(id)),
      await call('POST', unsubscribeUrl(id)),
      await call('POST', unsubscribeUrl(newId())),
    ]
    const plain = pages.map(({ text, ...rest }) => ({
      ...rest,
      text: text.replace(/nonce="[^"]+"/, ''),
    }))
    expect(plain[1]).toEqual(plain[0])
    expect(plain[2]).toEqual(plain[0])
    expect(await auditRecordsOf(id)).toHaveLength(1)
  })

  it('keeps working when the secret is replaced, until the former one is removed', async () => {
    const { id } = await insertUser()
    const url = unsubscribeUrl(id)
    const next = 'the-next-signing-secret-of-the-tests-0123456789'
    useSettings({ AUTH_JWT_SECRET: next })
    expect(await call('POST', url)).toMatchObject({ status: 400 })
    useSettings({
      AUTH_JWT_SECRET: next,
      AUTH_JWT_PREVIOUS_SECRETS: 'the-signing-secret-of-the-tests-0123456789',
    })
    expect(await call('POST', url)).toMatchObject({ status: 200 })
    expect(await preferencesOf(id)).toMatchObject({ email: false })
  })

  it('of another user cannot be made from one’s own', async () => {
    const [{ id }, other] = [await insertUser(), await insertUser()]
    const own = tokenOf(unsubscribeUrl(id))
    const bytes = Buffer.from(own, 'base64url')
    const forged = Buffer.concat([
      Buffer.from(tokenOf(unsubscribeUrl(other.id)), 'base64url').subarray(0, 16),
      bytes.subarray(16),
    ]).toString('base64url')
    for (const token of [forged, `${own}=`, own.slice(0, -1), '', 'x'.repeat(43)]) {
      const url = unsubscribeUrl(id).replace(own, token)
      expect(await call('POST', url)).toMatchObject({ status: 400 })
      expect((await call('GET', url)).text).not.toContain('<form')
    }
    expect(
      await db().notificationPreferences.count({ where: { userId: { in: [id, other.id] } } }),
    ).toBe(0)
  })
})

function tokenOf(url: string): string {
  return new URL(url).searchParams.get('token')!
}

function multipart(): FormData {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  return form
}
