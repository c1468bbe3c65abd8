import { describe, expect, it } from 'vitest'
import { loadSettings, type SettingsError } from '@/lib/config/settings'
import { productionEnvironment } from '@/tests/kit/production-environment'

const production = productionEnvironment('postgresql://x/y')
const STRIPE = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

function faultsOf(source: Record<string, string>): string[] {
  try {
    loadSettings(source)
    return []
  } catch (error) {
    return (error as SettingsError).faults
  }
}

describe('the payment provider', () => {
  it('defaults to the simulator in local mode and to none in production', () => {
    expect(loadSettings({}).payments.provider).toBe('simulator')
    expect(loadSettings(production).payments.provider).toBeNull()
    expect(loadSettings({ ...production, ...STRIPE })).toMatchObject({
      payments: { provider: 'stripe', stripe: { secretKey: 'sk_x', apiBaseUrl: null } },
      warnings: [],
    })
  })

  it.each([
    [
      { ...production, PAYMENT_PROVIDER: 'simulator' },
      /^PAYMENT_PROVIDER must not be simulator in production/,
    ],
    [
      { ...production, ...STRIPE, STRIPE_API_BASE_URL: 'https://x.example' },
      /^STRIPE_API_BASE_URL is for tests/,
    ],
    [{ PAYMENT_PROVIDER: 'stripe' }, /^STRIPE_SECRET_KEY must be set/],
    [{ PAYMENT_PROVIDER: 'paypal' }, /^PAYMENT_PROVIDER must be simulator or stripe/],
    [{ STRIPE_API_BASE_URL: 'https://x.example/v1' }, /^STRIPE_API_BASE_URL must have no path/],
  ])('stops the start if it would move no money or is incomplete: %j', (source, fault) => {
    expect(faultsOf(source)).toEqual([expect.stringMatching(fault)])
  })

  it('causes a warning without a webhook secret', () => {
    const { warnings } = loadSettings({ PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_x' })
    expect(warnings).toEqual([expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is not set/)])
  })
})
