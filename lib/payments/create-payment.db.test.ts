import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { loadSettings } from '@/lib/config/settings'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { createPayment, type PaymentInput } from '@/lib/payments/create-payment'
import { getPayment, listPayments } from '@/lib/payments/list-payments'
import { handlePaymentWebhook } from '@/lib/payments/payment-webhook'
import { listPaymentRows } from '@/lib/payments/payment.store'
import { paymentBody } from '@/lib/payments/payments.schemas'
import { answerChallenge, findChallenge } from '@/lib/payments/providers/simulator'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { messageOf, usePaymentStage } from '@/tests/kit/payment-stages'
import { principalOf } from '@/tests/kit/principal-of'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
usePaymentStage('simulator')

let owner: SessionPrincipal
beforeAll(async () => {
  await syncCatalog(new Date())
  owner = await holderOf('payments:charge')
})

const input = (fields: Partial<PaymentInput> = {}): PaymentInput => ({
  amount: 1050,
  currency: 'EUR',
  paymentMethodToken: 'sim_frictionless',
  returnUrl: 'http://localhost:3000/dashboard',
  idempotencyKey: newId(),
  ...fields,
})

async function paid(fields: Partial<PaymentInput> = {}, by = owner) {
  const made = await createPayment(by, input(fields), ctx())
  if (!made.ok) throw new Error(made.code)
  return made.payment
}

const listOf = (ownerId: string) =>
  listPaymentRows(db(), { ownerId, filters: {}, limit: 500, beforeId: null })

async function writtenSince<T>(act: () => Promise<T>): Promise<[T, number]> {
  const count = async () =>
    (await db().payment.count()) +
    (await db().auditRecord.count()) +
    (await db().simulatorPayment.count())
  const before = await count()
  const result = await act()
  return [result, (await count()) - before]
}

describe('a charge', () => {
  it.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    'pm_4242–4242\u00a04242\u200b4242',
    'sim_frictionless 378282246310005',
    '４２４２４２４２４２４２４２４２',
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
    '123456789012',
    '12345678901234567890',
    [...'4242424242424242'].join('\u0301'),
    [...'4242424242424242'].join('\u00a8'),
  ])('refuses a card number as a token and stores none of it: %s', async (paymentMethodToken) => {
    const [result, written] = await writtenSince(() =>
      createPayment(owner, input({ paymentMethodToken }), ctx()),
    )
    expect(result).toEqual({ ok: false, code: 'card_number_refused' })
    expect(written).toBe(0)
  })

  it.each(['4242%204242+4242-4242', [...'4242424242424242'].join('%CC%81')])(
    'refuses a card number in the return address and stores none of it: %s',
    async (number) => {
      const returnUrl = `http://localhost:3000/paid?c=${number}`
      const [result, written] = await writtenSince(() =>
        createPayment(owner, input({ returnUrl }), ctx()),
      )
      expect(result).toEqual({ ok: false, code: 'card_number_refused' })
      expect(written).toBe(0)
    },
  )

  it.each([
    [{ paymentMethodToken: 'sim_other' }, '/payment_method_token'],
    [{ paymentMethodToken: 'pm_1' }, '/payment_method_token'],
    [{ paymentMethodToken: 'constructor' }, '/payment_method_token'],
    [{ returnUrl: 'https://evil.example/' }, '/return_url'],
    [{ returnUrl: 'http://localhost:3000@evil.example/' }, '/return_url'],
    [{ returnUrl: 'http://user@localhost:3000/' }, '/return_url'],
    [{ returnUrl: 'http://localhost:3001/' }, '/return_url'],
    [{ returnUrl: '//localhost:3000/' }, '/return_url'],
    [{ returnUrl: '/dashboard' }, '/return_url'],
    [{ returnUrl: 'javascript:alert(1)' }, '/return_url'],
    [{ returnUrl: 'blob:http://localhost:3000/paid' }, '/return_url'],
    [{ returnUrl: 'com.example.app:/paid/other' }, '/return_url'],
    [{ returnUrl: 'http://localhost:3000/\n' }, '/return_url'],
    // A Location header cannot carry this character.
    [{ returnUrl: 'http://localhost:3000/paid/\u2603' }, '/return_url'],
    [{ returnUrl: 'http://localhost:3000/paid\\' }, '/return_url'],
  ])('refuses %j and writes nothing', async (fields, pointer) => {
    const [result, written] = await writtenSince(() => createPayment(owner, input(fields), ctx()))
    expect(result).toMatchObject({ ok: false, code: 'validation_failed', errors: [{ pointer }] })
    expect(written).toBe(0)
  })

  it.each([
    { amount: 0 },
    { amount: -1 },
    { amount: 10.5 },
    { amount: 1e18 },
    { amount: 100_000_000 },
    { amount: '100' },
    { amount: null },
    { currency: 'XXX' },
    { currency: 'XTS' },
    { currency: 'EURO' },
    { currency: 'E1R' },
    { currency: '' },
    { currency: 978 },
    { payment_method_token: '' },
    { payment_method_token: 4242424242424242 },
    { payment_method_token: 'x'.repeat(256) },
    { return_url: '' },
    { captured_amount: 5 },
  ])('is refused by its schema: %j', (fields) => {
    const sound = {
      amount: 1,
      currency: 'eur',
      payment_method_token: 'sim_decline',
      return_url: 'http://x/',
    }
    expect(paymentBody.safeParse(sound)).toMatchObject({ success: true, data: { currency: 'EUR' } })
    expect(paymentBody.safeParse({ ...sound, ...fields }).success).toBe(false)
  })

  it.each([null, '', 'a b', 'ü', 'x'.repeat(256)])(
    'requires a valid idempotency key, not %j',
    async (idempotencyKey) => {
      const [result, written] = await writtenSince(() =>
        createPayment(owner, input({ idempotencyKey }), ctx()),
      )
      expect(result).toMatchObject({ ok: false, code: 'idempotency_key_required' })
      expect(written).toBe(0)
    },
  )

  it('is created once per key and user; a different body with the key is a conflict', async () => {
    const asked = input()
    const first = await createPayment(owner, asked, ctx())
    const [again, written] = await writtenSince(() => createPayment(owner, asked, ctx()))
    expect(again).toEqual(first)
    expect(written).toBe(0)
    for (const other of [
      { amount: 1051 },
      { currency: 'USD' },
      { paymentMethodToken: 'sim_challenge' },
      { returnUrl: 'com.example.app:/paid' },
    ]) {
      const conflicting = { ...asked, ...other }
      const [refused, more] = await writtenSince(() => createPayment(owner, conflicting, ctx()))
      expect(refused).toMatchObject({ ok: false, code: 'idempotency_conflict' })
      expect(more).toBe(0)
    }
    const somebody = await holderOf('payments:charge')
    const theirs = await createPayment(somebody, asked, ctx())
    expect(theirs.ok && first.ok && theirs.payment.id !== first.payment.id).toBe(true)
  })

  it('is refused with a clear problem in production without a provider, and the simulator is off there', async () => {
    const { id } = await paid({ paymentMethodToken: 'sim_challenge' })
    const { challengeId } = await db().simulatorPayment.findUniqueOrThrow({
      where: { paymentId: id },
    })
    loadSettings(productionEnvironment('postgresql://x/y'))
    onTestFinished(() => void useSettings())
    const [result, written] = await writtenSince(() => createPayment(owner, input(), ctx()))
    expect(result).toEqual({ ok: false, code: 'payments_unavailable' })
    expect(await findChallenge(challengeId!)).toEqual({ ok: false, code: 'not_found' })
    expect(await answerChallenge(challengeId!, 'passed')).toEqual({ ok: false, code: 'not_found' })
    const message = messageOf(Buffer.from('{}'), 'simulator', 't=1,v1=00')
    expect(await handlePaymentWebhook('simulator', message, ctx())).toEqual({
      ok: false,
      code: 'not_found',
    })
    expect(written).toBe(0)
  })

  it('is shown to its owner, and to users with payments:list', async () => {
    const made = await paid({ currency: 'JPY' })
    const other = await holderOf('payments:charge')
    const lister = await holderOf('payments:list')
    expect(await getPayment(other, made.id, ctx())).toEqual({ ok: false, code: 'not_found' })
    expect(await getPayment(other, 'x', ctx())).toEqual({ ok: false, code: 'not_found' })
    expect(await getPayment(lister, made.id, ctx())).toMatchObject({ ok: true })
    const page = { limit: 50, currency: 'JPY' }
    expect(await listPayments(other, page)).toMatchObject({ ok: true, payments: [] })
    expect(await listPayments(lister, page)).toMatchObject({
      ok: true,
      payments: [{ id: made.id }],
    })
    expect(await listPayments(owner, { ...page, status: 'failed' })).toMatchObject({ payments: [] })
    const from = addSeconds(new Date(), 60)
    expect(await listPayments(owner, { ...page, from })).toMatchObject({ payments: [] })
    expect(await listPayments(owner, { ...page, to: from })).toMatchObject({
      payments: [{ id: made.id }],
    })
  })

  it('is kept when the account is deleted, and listed only for its owner', async () => {
    const made = await paid({}, await holderOf('payments:charge'))
    const [mine, others] = [await listOf(made.user_id), await listOf(owner.userId)]
    expect(mine.map(({ id }) => id)).toEqual([made.id])
    expect(others.map(({ id }) => id)).not.toContain(made.id)
    const administrator = await principalOf((await insertAdministrator()).id)
    expect(
      await changeUserStatus(administrator, { userId: made.user_id, move: 'delete' }, ctx()),
    ).toMatchObject({
      ok: true,
    })
    expect(await getPayment(await holderOf('payments:list'), made.id, ctx())).toMatchObject({
      ok: true,
    })
  })

  it('updates the pages of its owner and of users with payments:list', async () => {
    const heard: BusMessage[] = []
    onTestFinished(subscribe((message) => heard.push(message)))
    const { id } = await paid()
    const patch = { target: `payments/${id}`, op: 'invalidate' }
    const told = [{ userId: owner.userId }, { permission: 'payments:list' }].map((audience) => ({
      type: 'ui.patch',
      audience,
      patch,
    }))
    expect(heard.filter(({ type }) => type === 'ui.patch')).toMatchObject([...told, ...told])
  })
})

describe('a webhook', () => {
  it.each(['stripe', 'other', '__proto__', ''])(
    'of the unconfigured provider %j is refused with 404',
    async (name) => {
      const message = messageOf(Buffer.from('{}'), 'stripe', 't=1,v1=00')
      expect(await handlePaymentWebhook(name, message, ctx())).toEqual({
        ok: false,
        code: 'not_found',
      })
    },
  )

  it('without a valid signature is refused, and nothing is written', async () => {
    const message = messageOf(Buffer.from('{"id":"x"}'), 'simulator', 't=1,v1=00')
    const refused = await handlePaymentWebhook('simulator', message, ctx())
    expect(refused).toEqual({ ok: false, code: 'invalid_signature' })
    expect(await db().paymentWebhookEvent.count()).toBe(0)
  })
})

it('settles a payment that is due', async () => {
  const { id } = await paid({ paymentMethodToken: 'sim_timeout' })
  expect((await db().payment.findUniqueOrThrow({ where: { id } })).status).toBe('processing')
  await reconcilePayments.run(addSeconds(new Date(), 30))
  expect(await db().payment.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: 'failed',
    failureCode: 'authentication_timeout',
  })
})
