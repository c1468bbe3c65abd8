import { expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { setClock } from '@/lib/platform/clock'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { checkClock, checkMail } from '@/server/ctl/doctor-checks'

useTestDatabase()

it.each([
  [0, 'ok'],
  [10_000, 'warning'],
  [-10_000, 'warning'],
  [60_000, 'failed'],
  [-60_000, 'failed'],
])('finds a clock that is %i ms off', async (offset, state) => {
  const before = setClock({ now: () => new Date(Date.now() + offset) })
  try {
    expect(await checkClock()).toMatchObject({ state })
  } finally {
    setClock(before)
  }
})

it.each([
  ['settings', 'set it up at /dashboard/settings/mail'],
  ['log', 'MAIL_DRIVER=log'],
])('says how to set up email with MAIL_DRIVER=%s', async (driver, advice) => {
  loadSettings({ ...productionEnvironment('postgresql://x/y'), MAIL_DRIVER: driver })
  try {
    expect(await checkMail(null)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining(advice) as string,
    })
  } finally {
    useSettings()
  }
})
