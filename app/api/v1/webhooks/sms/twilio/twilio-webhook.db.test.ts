import { expect, it } from 'vitest'
import { POST } from '@/app/api/v1/webhooks/sms/twilio/route'
import { settings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { signedByTwilio } from '@/tests/kit/stand-ins/twilio-stand-in'
import { useTestDatabase } from '@/tests/kit/test-database'
import { freshPhone, useTextQueue } from '@/tests/kit/text-queue'

useTestDatabase()
useTextQueue()

it('accepts a signed reply as Twilio posts it, and refuses one modified in transit', async () => {
  const url = `${settings().baseUrl}/api/v1/webhooks/sms/twilio`
  const phone = freshPhone()
  const { headers, body } = signedByTwilio(url, {
    From: phone,
    Body: 'Stop & go? Nein, +ß',
    OptOutType: 'STOP',
  })
  const post = (sent: string) =>
    POST(new Request(url, { method: 'POST', headers, body: sent }), { params: Promise.resolve({}) })
  const refused = await post(body.replace('OptOutType=STOP', 'OptOutType=START'))
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'invalid_signature' }])
  expect(await db().smsOptOut.count()).toBe(0)
  const taken = await post(body)
  expect([taken.status, await taken.text()]).toEqual([204, ''])
  expect(await db().smsOptOut.findMany()).toMatchObject([{ phone }])
})
