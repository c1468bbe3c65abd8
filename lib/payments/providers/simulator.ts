import { settings } from '@/lib/config/settings'
import { messagesFor } from '@/lib/i18n/messages'
import type { ChallengeResult } from '@/lib/payments/payments.schemas'
import {
  type PaymentOrder,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefusal,
  ProviderUnavailable,
} from '@/lib/payments/providers/payment-provider'
import { readSimulatorWebhook } from '@/lib/payments/providers/simulator-webhooks'
import { queueSimulatorWebhook } from '@/lib/payments/providers/simulator.jobs'
import {
  endSimulated,
  findSimulated,
  findSimulatedRefund,
  insertSimulated,
  refundSimulated,
  type SimulatedPayment,
} from '@/lib/payments/providers/simulator.store'
import { now } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'

/** The result of charging each token. */
const OUTCOMES = {
  sim_frictionless: { status: 'succeeded', failureCode: null },
  sim_challenge: { status: 'requires_action', failureCode: null },
  sim_decline: { status: 'failed', failureCode: 'card_declined' },
  sim_timeout: { status: 'failed', failureCode: 'authentication_timeout' },
} as const

export const SIMULATOR_TOKENS = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]

/**
 * Replaces a payment provider outside production: it stores its own payments, has a page where the
 * customer confirms, and sends signed webhooks. No money moves.
 */
export const simulator: PaymentProvider = {
  name: 'simulator',
  knowsToken: (token) => Object.hasOwn(OUTCOMES, token),
  create,
  find: async (reference) => present(await get(reference)),
  findLate: async (paymentId) => {
    const found = await findSimulated(db(), { paymentId })
    return found && present(found)
  },
  cancel,
  refund,
  findRefund: async (reference) => refunded(reference),
  findRefundedAmount: async (reference) => (await get(reference)).refundedAmount,
  findLateRefund: async ({ refundId }) =>
    (await findSimulatedRefund(db(), refundId)) ? refunded(refundId) : null,
  readWebhook: async (message) => readSimulatorWebhook(message),
  test: async (locale) => messagesFor(locale).settings.test.results.simulatorReady,
}

async function create(order: PaymentOrder): Promise<ProviderPayment> {
  const { paymentId, paymentMethodToken: token, amount, currency, returnUrl } = order
  const outcome = OUTCOMES[token as keyof typeof OUTCOMES]
  if (!outcome)
    throw new ProviderRefusal('unknown_token', 'The simulator doesn’t support this token.')
  const reference = `sim_${paymentId}`
  const challengeId = outcome.status === 'requires_action' ? newSecretToken() : null
  const row = {
    reference,
    paymentId,
    token,
    amount,
    currency,
    returnUrl,
    challengeId,
    createdAt: now(),
  }
  const fresh = await inTransaction(async (tx) => {
    const inserted = await insertSimulated(tx, { ...row, ...outcome })
    if (inserted && outcome.status !== 'requires_action' && token !== 'sim_timeout')
      await queueSimulatorWebhook(tx, { kind: 'payment', reference })
    return inserted
  })
  // Simulates a bank timeout: the provider doesn't answer either, and the result is learned by a
  // later check.
  if (fresh && token === 'sim_timeout')
    throw new ProviderUnavailable('the simulator did not answer in time')
  return present(await get(reference))
}

async function cancel(reference: string): Promise<ProviderPayment> {
  await inTransaction(async (tx) => {
    if (await endSimulated(tx, { reference, status: 'canceled', failureCode: 'abandoned' }))
      await queueSimulatorWebhook(tx, { kind: 'payment', reference })
  })
  return present(await get(reference))
}

async function refund(order: Parameters<PaymentProvider['refund']>[0]): Promise<ProviderRefund> {
  const { refundId, paymentReference, amount } = order
  const outcome = await inTransaction(async (tx) => {
    const done = await refundSimulated(tx, { refundId, paymentReference, amount, now: now() })
    if (done === 'refunded')
      await queueSimulatorWebhook(tx, { kind: 'refund', reference: paymentReference, refundId })
    return done
  })
  if (outcome === 'too_large')
    throw new ProviderRefusal('amount_too_large', 'The amount is more than was captured.')
  return refunded(refundId)
}

function refunded(refundId: string): ProviderRefund {
  return { reference: refundId, status: 'succeeded', failureCode: null }
}

async function get(reference: string): Promise<SimulatedPayment> {
  const found = await findSimulated(db(), { reference })
  if (!found) throw new ProviderRefusal('resource_missing', 'The simulator has no such payment.')
  return found
}

function present(row: SimulatedPayment): ProviderPayment {
  const { reference, status, amount, challengeId, failureCode } = row
  return {
    reference,
    status: status as ProviderPayment['status'],
    captured: status === 'succeeded' ? amount : 0n,
    redirectUrl:
      status === 'requires_action'
        ? `${settings().baseUrl}/api/v1/payments/simulator/${challengeId}`
        : null,
    failureCode,
  }
}

/** The parts of a payment that the simulator's page shows. */
export interface Challenge {
  amount: bigint
  currency: string
  /** False if it was already answered or abandoned. */
  open: boolean
  returnUrl: string
}

const CHALLENGE_ENDS = {
  passed: { status: 'succeeded', failureCode: null },
  failed: { status: 'failed', failureCode: 'authentication_failed' },
  canceled: { status: 'canceled', failureCode: 'canceled_by_customer' },
} as const

/** The payment behind a challenge. Refuses `not_found` also where the simulator is off. */
export async function findChallenge(id: string): Promise<Outcome<{ challenge: Challenge }>> {
  const row = await findByChallenge(id)
  if (!row) return refuse('not_found')
  const { amount, currency, status, returnUrl } = row
  return {
    ok: true,
    challenge: { amount, currency, open: status === 'requires_action', returnUrl },
  }
}

/**
 * Ends the payment behind a challenge; only the first answer counts. Returns where to redirect the
 * browser, also for repeated answers.
 */
export async function answerChallenge(
  id: string,
  result: ChallengeResult,
): Promise<Outcome<{ returnUrl: string }>> {
  const row = await findByChallenge(id)
  if (!row) return refuse('not_found')
  const { reference, returnUrl } = row
  await inTransaction(async (tx) => {
    if (await endSimulated(tx, { reference, ...CHALLENGE_ENDS[result] }))
      await queueSimulatorWebhook(tx, { kind: 'payment', reference })
  })
  return { ok: true, returnUrl }
}

function findByChallenge(challengeId: string): Promise<SimulatedPayment | null> | null {
  return settings().local && /^[\w-]{43}$/.test(challengeId)
    ? findSimulated(db(), { challengeId })
    : null
}
