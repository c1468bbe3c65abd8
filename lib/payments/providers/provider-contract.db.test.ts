import { describe, expect, it } from 'vitest'
import {
  type ProviderPayment,
  ProviderRefusal,
  ProviderUnavailable,
} from '@/lib/payments/providers/payment-provider'
import { findProvider } from '@/lib/payments/providers/registry'
import { addSeconds } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { PAYMENT_PROVIDERS, usePaymentStage } from '@/tests/kit/payment-stages'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

describe.each(PAYMENT_PROVIDERS)('the payment provider %s', (name) => {
  const stage = usePaymentStage(name)
  const provider = () => findProvider(name)!
  const order = (token: string, paymentId = newId()) => ({
    paymentId,
    amount: 1050n,
    currency: 'EUR',
    paymentMethodToken: token,
    returnUrl: 'http://localhost:3000/done',
  })
  const charged = async (token = stage.tokens.frictionless) => {
    const made = order(token)
    return { ...made, payment: await provider().create(made) }
  }

  it('captures a frictionless payment immediately, and once however often it is requested', async () => {
    const { payment, ...asked } = await charged()
    expect(payment).toMatchObject({ status: 'succeeded', captured: 1050n, redirectUrl: null })
    expect(await provider().create(asked)).toEqual(payment)
    expect(await stage.captures(asked.paymentId)).toBe(1)
    expect(await provider().find(payment.reference)).toEqual(payment)
  })

  it.each([
    ['passed', 'succeeded', 1050n],
    ['failed', 'failed', 0n],
    ['canceled', 'canceled', 0n],
  ] as const)('asks the customer, and reports the result: %s', async (result, status, captured) => {
    const { payment, paymentId } = await charged(stage.tokens.challenge)
    expect(payment).toMatchObject({ status: 'requires_action', captured: 0n })
    expect(payment.redirectUrl).toMatch(/^https?:\/\/\S{20,}$/)
    await stage.customer(paymentId, result)
    expect(await provider().find(payment.reference)).toMatchObject({
      status,
      captured,
      redirectUrl: null,
    })
  })

  it('declines a card with a reason, and moves no money', async () => {
    const asked = order(stage.tokens.decline)
    const outcome: ProviderPayment | ProviderRefusal = await provider()
      .create(asked)
      .catch((error: unknown) => error as ProviderRefusal)
    const reason = outcome instanceof ProviderRefusal ? outcome.code : outcome.failureCode
    expect(['card_declined', 'insufficient_funds']).toContain(reason)
    expect(await stage.captures(asked.paymentId)).toBe(0)
  })

  it('distinguishes a lost answer from a refusal, and creates nothing twice on a retry', async () => {
    const asked = order(stage.tokens.timeout)
    const first = await provider()
      .create(asked)
      .catch((error: unknown) => error)
    if (name === 'simulator') expect(first).toBeInstanceOf(ProviderUnavailable)
    const again = await provider().create(asked)
    expect(await provider().findLate(asked.paymentId)).toEqual(again)
    expect(again.status).toBe('failed')
    expect(await provider().findLate(newId())).toBeNull()
  })

  it('cancels open payments, and reports those that ended in the meantime', async () => {
    const open = await charged(stage.tokens.challenge)
    expect(await provider().cancel(open.payment.reference)).toMatchObject({ status: 'canceled' })
    const ended = await charged(stage.tokens.challenge)
    await stage.customer(ended.paymentId, 'passed')
    expect(await provider().cancel(ended.payment.reference)).toMatchObject({ status: 'succeeded' })
  })

  it('refunds in parts, each once, and never more than was captured', async () => {
    const { payment, paymentId } = await charged()
    const part = {
      refundId: newId(),
      paymentReference: payment.reference,
      amount: 400n,
      currency: 'EUR',
    }
    const refund = await provider().refund(part)
    expect(refund).toMatchObject({ status: 'succeeded' })
    expect(await provider().refund(part)).toEqual(refund)
    expect(await provider().findRefund(refund.reference)).toEqual(refund)
    expect(await provider().findLateRefund(part)).toEqual(refund)
    const tooMuch = { ...part, refundId: newId(), amount: 651n }
    await expect(provider().refund(tooMuch)).rejects.toBeInstanceOf(ProviderRefusal)
    expect(await provider().findLateRefund(tooMuch)).toBeNull()
    await provider().refund({ ...part, refundId: newId(), amount: 650n })
    expect(await stage.refunded(paymentId)).toBe(1050)
    expect(await provider().findRefundedAmount(payment.reference)).toBe(1050n)
  })

  it('accepts only webhooks with its own signature over the exact bytes, at most five minutes old or ahead', async () => {
    const { payment, paymentId } = await charged()
    const now = new Date()
    const read = async (seconds: number, change: (body: Buffer) => Buffer = (body) => body) => {
      const { body, signatures } = await stage.webhook(paymentId, addSeconds(now, seconds))
      const signature = signatures[name]
      return provider().readWebhook({ body: change(Buffer.from(body)), signature, now })
    }
    for (const seconds of [0, -299, 299])
      expect(await read(seconds)).toMatchObject({ about: { kind: 'payment', paymentId, payment } })
    for (const seconds of [-302, 302, 3600, -3600]) expect(await read(seconds)).toBeNull()
    expect(await read(0, (body) => Buffer.concat([body, Buffer.from(' ')]))).toBeNull()
    expect(await read(0, (body) => Buffer.from(String(body).replace('1050', '9050')))).toBeNull()
    const { body } = await stage.webhook(paymentId)
    for (const signature of [
      null,
      '',
      't=,v1=',
      `t=${Math.floor(now.getTime() / 1000)},v1=00`,
      'x'.repeat(9000),
    ])
      expect(await provider().readWebhook({ body, signature, now })).toBeNull()
  })

  it('refuses a webhook from the future that has a second timestamp', async () => {
    const { paymentId } = await charged()
    const now = new Date()
    const { body, signatures } = await stage.webhook(paymentId, addSeconds(now, 3600))
    const signature = `t=${Math.floor(now.getTime() / 1000)},${signatures[name]}`
    expect(await provider().readWebhook({ body, signature, now })).toBeNull()
  })

  it('can be tested without charging anyone', async () => {
    expect(await provider().test('en')).toMatch(/\w+/)
  })

  it('recognizes its own tokens by their format', () => {
    for (const token of Object.values(stage.tokens)) expect(provider().knowsToken(token)).toBe(true)
    for (const token of ['', 'x', 'sim_other', '__proto__', 'constructor', 'pm-x', ' pm_x'])
      expect(provider().knowsToken(token)).toBe(false)
  })
})
