import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendContactMessage } from '@/lib/messaging/contacts/send-contact-message'
import { db } from '@/lib/platform/db/database'
import {
  type BotCheckStandIn,
  humanToken,
  startBotCheckStandIn,
} from '@/tests/kit/stand-ins/bot-check-stand-in'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
let standIn: BotCheckStandIn
beforeAll(async () => {
  standIn = await startBotCheckStandIn()
  useSettings({ ...standIn.env, APP_BASE_URL: 'http://localhost:3000' })
})
afterAll(() => standIn.close())

const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'How are you?' }

it('stores no contact message from a bot, nor one with the token of another form', async () => {
  for (const botcheckToken of [undefined, 'made up', humanToken({ action: 'login' })])
    expect(await sendContactMessage({ ...LETTER, botcheckToken }, testContext())).toMatchObject({
      code: 'botcheck_failed',
    })
  expect([await db().contactMessage.count(), await db().job.count()]).toEqual([0, 0])
  const botcheckToken = humanToken({ action: 'contact' })
  expect(await sendContactMessage({ ...LETTER, botcheckToken }, testContext())).toEqual({
    ok: true,
  })
  expect(await db().contactMessage.count()).toBe(1)
})
