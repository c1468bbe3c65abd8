import { expect, it } from 'vitest'
import { useSettings } from '@/tests/kit/test-settings'

it('an IP address gets the login attempts of an account unless set separately', () => {
  expect(useSettings().guard).toMatchObject({ maxLoginAttempts: 5, maxLoginAttemptsPerIp: 5 })
  expect(useSettings({ AUTH_MAX_LOGIN_ATTEMPTS: '7' }).guard.maxLoginAttemptsPerIp).toBe(7)
  const own = { AUTH_MAX_LOGIN_ATTEMPTS: '7', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '30' }
  expect(useSettings(own).guard).toMatchObject({ maxLoginAttempts: 7, maxLoginAttemptsPerIp: 30 })
})
