import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createPayment } from '@/lib/payments/create-payment'
import { reconcilePayments } from '@/lib/payments/payment.jobs'
import { refundPayment } from '@/lib/payments/refund-payment'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { usePaymentStage } from '@/tests/kit/payment-stages'
import { startWorker } from '@/tests/kit/start-worker'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const stage = usePaymentStage('stripe')
let owner: SessionPrincipal
beforeAll(async () => {
  await syncCatalog(new Date())
  owner = await holderOf('payments:charge')
})

const input = () => ({
  amount: 1000,
  currency: 'EUR',
  paymentMethodToken: 'pm_frictionless',
  returnUrl: 'http://localhost:3000/dashboard',
  idempotencyKey: newId(),
})

/**
 * Runs a task in a child process, and kills it after the provider has acted and before the answer
 * is stored.
 */
async function killedInTheMiddle(task: object): Promise<void> {
  const { state, env } = stage.stripe()
  state.mode = 'silent'
  const done = new Promise<void>((resolve) => (state.onDone = resolve))
  const worker = await startWorker('payments', { ...env, TASK: JSON.stringify(task) })
  await done
  await worker.kill()
  state.onDone = () => {}
  state.mode = 'ok'
}

it('a payment whose process is killed after the capture is captured once and settled', async () => {
  const asked = input()
  await killedInTheMiddle({ do: 'charge', ownerId: owner.userId, input: asked })
  const { id } = await db().payment.findFirstOrThrow({ where: { status: 'processing' } })
  expect(await stage.captures(id)).toBe(1)
  // The client retries before anything else happens.
  expect(await createPayment(owner, asked, ctx())).toMatchObject({
    payment: { id, status: 'processing' },
  })
  await reconcilePayments.run(addSeconds(new Date(), 30))
  expect(await createPayment(owner, asked, ctx())).toMatchObject({
    payment: { id, status: 'succeeded', captured_amount: 1000 },
  })
  expect(await stage.captures(id)).toBe(1)
  expect(stage.stripe().intents.size).toBe(1)
}, 60_000)

it('a refund whose process is killed after the provider paid it is paid once and settled', async () => {
  const made = await createPayment(owner, input(), ctx())
  if (!made.ok) throw new Error(made.code)
  const { id } = made.payment
  const asked = { paymentId: id, amount: 400, idempotencyKey: newId() }
  await killedInTheMiddle({ do: 'refund', ownerId: owner.userId, input: asked })
  expect(await db().payment.findUniqueOrThrow({ where: { id } })).toMatchObject({
    refundingAmount: 400n,
  })
  await reconcilePayments.run(addSeconds(new Date(), 30))
  expect(await refundPayment(owner, asked, ctx())).toMatchObject({
    payment: {
      status: 'partially_refunded',
      refunded_amount: 400,
      refunds: [{ status: 'succeeded' }],
    },
  })
  expect(await stage.refunded(id)).toBe(400)
}, 60_000)
