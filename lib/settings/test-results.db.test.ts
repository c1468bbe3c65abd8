import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { findArea } from '@/lib/settings/settings-areas'
import { liveHolderOf } from '@/tests/kit/administrators'
import { startTwilioStandIn } from '@/tests/kit/stand-ins/twilio-stand-in'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
let actor: SessionPrincipal
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  actor = await liveHolderOf('settings:manage')
})

async function resultOf(area: string, surface: 'api' | 'web', to?: string) {
  const ctx = testContext({ surface, locale: 'tr' })
  const result = await findArea(area)!.test!({ to, actor }, ctx)
  return result.ok ? result.detail : result.code
}

const SIMULATOR = { PAYMENTS_PROVIDER: 'simulator' }
const LOGGED = { MAIL_DRIVER: 'log' }

it.each<[string, string | undefined, Record<string, string>, string, string]>([
  ['mail', 'ada@example.org', LOGGED, 'MAIL_DRIVER is log', 'MAIL_DRIVER değeri log'],
  ['notifications', undefined, {}, 'No credentials are needed.', 'Kimlik bilgisi gerekmez.'],
  ['notifications', '+447400123456', {}, 'Messages go to', 'Mesajlar bu terminale'],
  ['payments', undefined, SIMULATOR, 'The simulator is ready.', 'Simülatör hazır.'],
])(
  'shows the result of testing %s (%s) in the language of the page, and in English in the API',
  async (area, to, environment, english, turkish) => {
    useSettings(environment)
    expect(await resultOf(area, 'api', to)).toContain(english)
    expect(await resultOf(area, 'web', to)).toContain(turkish)
  },
)

it('shows what Twilio accepted in the language of the page', async () => {
  const twilio = await startTwilioStandIn()
  useSettings(twilio.env)
  expect(await resultOf('notifications', 'web')).toBe(
    'Twilio kimlik bilgilerini kabul ediyor. Mesaj gönderilmedi.',
  )
  expect(await resultOf('notifications', 'web', '+12025550123')).toMatch(/^Kabul edildi: Twilio, /)
  await twilio.close()
})
