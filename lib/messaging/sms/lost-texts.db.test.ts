import { expect, it } from 'vitest'
import { purgeTextMessages } from '@/lib/messaging/messaging.jobs'
import { countWaitingTexts, insertText } from '@/lib/messaging/sms/sms-message.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

it('a message whose worker died while sending it does not wait forever', async () => {
  const now = new Date()
  const about = { id: newId(), kind: 'code', userId: null, recipient: '•••• 42' } as const
  await insertText(db(), { ...about, segments: 1, now })
  await purgeTextMessages.run(addSeconds(now, 3600))
  expect(await countWaitingTexts(db())).toBe(1)
  await purgeTextMessages.run(addSeconds(now, 3 * 86_400))
  expect(await countWaitingTexts(db())).toBe(0)
  expect(await db().smsMessage.findFirst()).toMatchObject({ status: 'failed', errorCode: null })
})
