import { afterEach, expect, it, vi } from 'vitest'
import { readOutbox } from '@/lib/messaging/mail/local-outbox'
import { logSender } from '@/lib/messaging/sms/text-sender'
import { logger } from '@/lib/platform/logger'
import { useSettings } from '@/tests/kit/test-settings'

afterEach(() => vi.restoreAllMocks())
const message = { id: 'x', to: '+12025550123', text: '123456 is your code\u001b[2J' }

it('prints the whole message in local mode and adds it to the outbox page', async () => {
  useSettings()
  const printed: string[] = []
  await logSender({ local: true, print: (text) => printed.push(text) }).send(message)
  expect(printed[0]).toContain('123456 is your code')
  expect(printed[0]).not.toContain('\u001b')
  expect(readOutbox()?.texts[0]).toMatchObject({
    to: '+12025550123',
    text: message.text,
    html: null,
  })
})

it('logs number and code masked in production', async () => {
  const logged = vi.spyOn(logger(), 'info').mockImplementation(() => {})
  expect(await logSender({ local: false }).send(message)).toEqual({
    providerId: null,
    delivered: true,
  })
  const said = JSON.stringify(logged.mock.calls)
  expect(said).toContain('[masked]')
  expect(said).not.toMatch(/123456|2025550123/)
})
