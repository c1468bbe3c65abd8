import { expect, it, onTestFinished } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { createPayment } from '@/lib/payments/create-payment'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { addSeconds, setClock } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { paymentHealth, testPaymentProvider } from '@/lib/settings/provider-checks'
import { insertUser } from '@/tests/kit/insert-user'
import { usePaymentStage } from '@/tests/kit/payment-stages'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const stage = usePaymentStage('stripe')
const settle = () => void useSettings(stage.stripe().env)

it('a test of an invalid key shows Stripe’s answer, and never the key', async () => {
  onTestFinished(settle)
  expect(await testPaymentProvider('en')).toEqual({
    passed: true,
    detail: 'Stripe accepts the key (test mode).',
  })
  useSettings({ ...stage.stripe().env, STRIPE_SECRET_KEY: 'sk_wrong' })
  const refused = await testPaymentProvider('en')
  expect(refused).toEqual({ passed: false, detail: 'Invalid API Key provided: sk_****' })
  expect((await paymentHealth()).lastError).toBe(refused.detail)
  loadSettings(productionEnvironment('postgresql://x/y'))
  expect(await testPaymentProvider('en')).toMatchObject({ passed: false })
})

it('while a provider is unavailable, the payment waits, the badge turns red, and nothing is lost', async () => {
  stage.stripe().state.mode = 'down'
  const input = {
    amount: 1050,
    currency: 'EUR',
    paymentMethodToken: 'pm_frictionless',
    returnUrl: 'http://localhost:3000/',
    idempotencyKey: newId(),
  }
  const start = new Date()
  const made = await createPayment({ userId: (await insertUser()).id }, input, ctx({ now: start }))
  expect(made).toMatchObject({ ok: true, payment: { status: 'processing' } })
  const later = addSeconds(start, 30)
  const before = setClock({ now: () => later })
  onTestFinished(() => void setClock(before))
  expect(await paymentHealth()).toMatchObject({ queueLength: 1, lastErrorAt: expect.any(Date) })
  await reconcilePayments.run(later)
  expect((await paymentHealth()).queueLength).toBe(1)
  stage.stripe().state.mode = 'ok'
  await reconcilePayments.run(addSeconds(later, 60))
  expect(await paymentHealth()).toMatchObject({ queueLength: 0, lastSuccessAt: later })
  expect(await db().payment.findFirstOrThrow()).toMatchObject({
    status: 'succeeded',
    capturedAmount: 1050n,
  })
  expect(stage.stripe().intents.size).toBe(1)
})
