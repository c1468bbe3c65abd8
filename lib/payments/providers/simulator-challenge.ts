import { settings } from '@/lib/config/settings'
import type { ChallengeResult } from '@/lib/payments/payments.schemas'
import { queueSimulatorWebhook } from '@/lib/payments/providers/simulator-webhooks'
import { endSimulated, findSimulated, type SimulatedPayment } from '@/lib/payments/providers/simulator.store'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'

/** What the simulator's page shows of a payment. */
export interface Challenge {
  amount: bigint
  currency: string
  /** False: it has been answered already, or was abandoned. */
  open: boolean
  returnUrl: string
}

const ENDS = {
  passed: { status: 'succeeded', failureCode: null },
  failed: { status: 'failed', failureCode: 'authentication_failed' },
  canceled: { status: 'canceled', failureCode: 'canceled_by_customer' },
} as const

/** The payment behind a challenge; `not_found` also where there is no simulator. */
export async function findChallenge(id: string): Promise<Outcome<{ challenge: Challenge }>> {
  const row = await find(id)
  if (!row) return refuse('not_found')
  const { amount, currency, status, returnUrl } = row
  return { ok: true, challenge: { amount, currency, open: status === 'requires_action', returnUrl } }
}

/** Ends the payment behind a challenge; the first answer counts. Gives where the browser returns to, however often it does. */
export async function answerChallenge(
  id: string,
  result: ChallengeResult,
): Promise<Outcome<{ returnUrl: string }>> {
  const row = await find(id)
  if (!row) return refuse('not_found')
  const { reference, returnUrl } = row
  await inTransaction(async (tx) => {
    if (await endSimulated(tx, { reference, ...ENDS[result] }))
      await queueSimulatorWebhook(tx, { kind: 'payment', reference })
  })
  return { ok: true, returnUrl }
}

function find(challengeId: string): Promise<SimulatedPayment | null> | null {
  return settings().local && /^[\w-]{43}$/.test(challengeId) ? findSimulated(db(), { challengeId }) : null
}
