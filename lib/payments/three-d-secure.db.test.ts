import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { ABANDONED_SECONDS, RESEND_SECONDS } from '@/lib/payments/check-schedule'
import { getPayment } from '@/lib/payments/list-payments'
import { handlePaymentWebhook } from '@/lib/payments/payment-webhook'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { findProvider } from '@/lib/payments/providers/registry'
import { settlePayment } from '@/lib/payments/settle-payment'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import {
  chargeOf,
  makePayment,
  PAYMENT_PROVIDERS,
  type PaymentStage,
  usePaymentStage,
} from '@/tests/kit/payment-stages'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

type Token = keyof PaymentStage['tokens']
interface Scene {
  id: string
  customer(result: 'passed' | 'failed' | 'canceled'): Promise<void>
  webhook(): Promise<void>
  /** The browser returns, and the app loads the payment. */
  returns(): Promise<void>
  /** Runs the reconciler that many seconds later. */
  reconciler(seconds?: number): Promise<void>
}

const HISTORIES: [string, Token, (scene: Scene) => Promise<void>, string[]][] = [
  ['frictionless', 'frictionless', async () => {}, ['processing', 'succeeded']],
  ['declined', 'decline', async () => {}, ['processing', 'failed']],
  [
    'passed',
    'challenge',
    async ({ customer, webhook, returns }) => {
      await customer('passed')
      await webhook()
      await returns()
    },
    ['processing', 'requires_action', 'succeeded'],
  ],
  [
    'failed',
    'challenge',
    async ({ customer, webhook, returns }) => {
      await customer('failed')
      await webhook()
      await returns()
    },
    ['processing', 'requires_action', 'failed'],
  ],
  [
    'canceled by the customer',
    'challenge',
    async ({ customer, returns }) => {
      await customer('canceled')
      await returns()
    },
    ['processing', 'requires_action', 'canceled'],
  ],
  [
    'abandoned',
    'challenge',
    ({ reconciler }) => reconciler(ABANDONED_SECONDS + 1),
    ['processing', 'requires_action', 'canceled'],
  ],
  ['timed out', 'timeout', ({ reconciler }) => reconciler(), ['processing', 'failed']],
  [
    'returned twice',
    'challenge',
    async ({ customer, returns }) => {
      await customer('passed')
      await returns()
      await customer('failed')
      await returns()
    },
    ['processing', 'requires_action', 'succeeded'],
  ],
  [
    'webhook before return',
    'challenge',
    async ({ customer, webhook, returns }) => {
      await customer('passed')
      await webhook()
      await returns()
      await returns()
    },
    ['processing', 'requires_action', 'succeeded'],
  ],
  [
    'webhook twice',
    'challenge',
    async ({ customer, webhook }) => {
      await customer('passed')
      await webhook()
      await webhook()
    },
    ['processing', 'requires_action', 'succeeded'],
  ],
  [
    'webhook never',
    'challenge',
    async ({ customer, reconciler }) => {
      await customer('passed')
      await reconciler()
    },
    ['processing', 'requires_action', 'succeeded'],
  ],
]

describe.each(PAYMENT_PROVIDERS)('3-D Secure with %s', (name) => {
  const stage = usePaymentStage(name)
  let owner: SessionPrincipal
  beforeAll(async () => {
    await syncCatalog(new Date())
    owner = await holderOf('payments:charge')
  })
  beforeEach(async () => {
    await db().payment.updateMany({ data: { nextCheckAt: new Date('2100-01-01') } })
  })

  it.each(HISTORIES)('%s', async (_, token, play, statuses) => {
    const start = new Date()
    const { id } = await makePayment(
      owner,
      chargeOf(1050, stage.tokens[token]),
      ctx({ now: start }),
    )
    await play({
      id,
      customer: (result) => stage.customer(id, result),
      webhook: async () => {
        const answer = await handlePaymentWebhook(name, await stage.webhook(id), ctx())
        expect(answer).toEqual({ ok: true })
      },
      returns: async () => void (await getPayment(owner, id, ctx())),
      reconciler: async (seconds = 60) =>
        void (await reconcilePayments.run(addSeconds(start, seconds))),
    })
    const shown = await getPayment(owner, id, ctx())
    if (!shown.ok) throw new Error(shown.code)
    const { payment } = shown
    expect(payment.events.map(({ status }) => status)).toEqual(statuses)
    const captured = statuses.at(-1) === 'succeeded' ? 1050 : 0
    expect(payment).toMatchObject({
      status: statuses.at(-1),
      amount: 1050,
      captured_amount: captured,
      next_action: null,
      simulated: name === 'simulator',
    })
    expect(await stage.captures(id)).toBe(captured === 0 ? 0 : 1)
    const records = await db().auditRecord.findMany({
      where: { targetId: id },
      orderBy: { id: 'asc' },
    })
    expect(records.map(({ action }) => action)).toEqual([
      'payment.created',
      ...statuses.slice(1).map(() => 'payment.status_changed'),
    ])
    const row = await db().payment.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ nextCheckAt: null, paymentMethodToken: null, redirectUrl: null })
  })

  /** A payment by a user of its own, and the deletion of that user's account. */
  async function chargeNewUser(token: Token) {
    const user = await makeUser()
    const made = await makePayment({ userId: user.id }, chargeOf(1050, stage.tokens[token]), ctx())
    const deleteAccount = async (now: Date) => {
      const { sessionId } = await makeSession(user.id, ctx())
      const principal = { ...(await principalOf(user.id)), sessionId }
      const deleted = await deleteOwnAccount({ password: PASSWORD }, principal, ctx({ now }))
      expect(deleted).toMatchObject({ ok: true })
    }
    return { id: made.id, deleteAccount }
  }
  const rowOf = (id: string) => db().payment.findUniqueOrThrow({ where: { id } })

  it('the unconfirmed payments of a deleted account are canceled', async () => {
    const { id, deleteAccount } = await chargeNewUser('challenge')
    const now = new Date()
    await deleteAccount(now)
    await reconcilePayments.run(now)
    expect(await rowOf(id)).toMatchObject({ status: 'canceled' })
    await stage.customer(id, 'passed')
    expect(await stage.captures(id)).toBe(0)
  })

  it('also if the account is deleted while the answer of a check is on its way', async () => {
    const { id, deleteAccount } = await chargeNewUser('challenge')
    const { providerReference } = await rowOf(id)
    const provider = findProvider(name)!
    const known = await provider.find(providerReference!)
    const nextCheckAt = addSeconds(new Date(), 1800)
    await db().payment.update({ where: { id }, data: { status: 'processing', nextCheckAt } })
    const now = new Date()
    await deleteAccount(now)
    await inTransaction((tx) =>
      settlePayment(tx, id, known, { by: 'check', actorId: null, ctx: ctx({ now }) }),
    )
    expect(await rowOf(id)).toMatchObject({ status: 'requires_action', nextCheckAt: now })
    await reconcilePayments.run(now)
    expect(await rowOf(id)).toMatchObject({ status: 'canceled' })
  })

  if (name === 'stripe') {
    it('a payment that never arrived is not sent again after its account was deleted', async () => {
      stage.stripe().state.mode = 'down'
      const { id, deleteAccount } = await chargeNewUser('frictionless')
      stage.stripe().state.mode = 'ok'
      const now = new Date()
      await deleteAccount(now)
      await reconcilePayments.run(now)
      expect(await rowOf(id)).toMatchObject({ status: 'processing' })
      await reconcilePayments.run(addSeconds(now, RESEND_SECONDS))
      expect(await rowOf(id)).toMatchObject({ status: 'failed', failureCode: 'not_received' })
      expect(stage.stripe().intentOf(id)).toEqual([])
    })

    it('a payment whose answer was lost is canceled after its account was deleted', async () => {
      stage.stripe().state.mode = 'silent'
      const { id, deleteAccount } = await chargeNewUser('challenge')
      stage.stripe().state.mode = 'ok'
      const now = new Date()
      await deleteAccount(now)
      await reconcilePayments.run(now)
      expect(await rowOf(id)).toMatchObject({ status: 'canceled' })
      expect(stage.stripe().intentOf(id)).toMatchObject([{ status: 'canceled' }])
    })
  }

  it('outdated reports change nothing', async () => {
    const { id } = await makePayment(owner, chargeOf(1050, stage.tokens.challenge), ctx())
    const early = await stage.webhook(id)
    await stage.customer(id, 'passed')
    await handlePaymentWebhook(name, await stage.webhook(id), ctx())
    expect(await handlePaymentWebhook(name, early, ctx())).toEqual({ ok: true })
    const shown = await getPayment(owner, id, ctx())
    expect(shown).toMatchObject({
      ok: true,
      payment: { status: 'succeeded', captured_amount: 1050 },
    })
    expect(await db().paymentEvent.count({ where: { paymentId: id } })).toBe(3)
  })
})
