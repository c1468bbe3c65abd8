import { z } from 'zod'
import { settings } from '@/lib/config/settings'
import type {
  PaymentProvider,
  ProviderEvent,
  ProviderPayment,
} from '@/lib/payments/providers/payment-provider'
import { findSimulated, findSimulatedRefund } from '@/lib/payments/providers/simulator.store'
import { isSignedWebhook, signWebhook } from '@/lib/payments/providers/webhook-signature'
import { now as presentInstant } from '@/lib/platform/clock'
import { derivedKey } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'

/** The header with the simulator's signature. */
export const SIMULATOR_SIGNATURE = 'Simulator-Signature'

const signingKey = () => derivedKey(settings().tokens.secret, 'payment simulator webhooks')

/** What a webhook is about. */
export const simulatorEvent = z.object({
  eventId: z.uuid(),
  kind: z.enum(['payment', 'refund']),
  reference: z.string(),
  refundId: z.uuid().optional(),
})
export type SimulatorEvent = z.output<typeof simulatorEvent>

const message = z.object({
  id: z.string().max(255),
  type: z.string().max(255),
  data: z.object({
    payment_id: z.uuid(),
    reference: z.string(),
    currency: z.string(),
    status: z.enum(['requires_action', 'processing', 'succeeded', 'failed', 'canceled']),
    captured_amount: z.int(),
    failure_code: z.string().nullable(),
    refund: z.object({ id: z.uuid(), amount: z.int() }).nullable(),
  }),
})

/** The body of a webhook with the simulator's current state; null if the payment doesn't exist. */
export async function composeSimulatorWebhook(by: SimulatorEvent): Promise<string | null> {
  const row = await findSimulated(db(), { reference: by.reference })
  const refund = by.refundId === undefined ? null : await findSimulatedRefund(db(), by.refundId)
  if (!row) return null
  return JSON.stringify({
    id: by.eventId,
    type: by.kind === 'refund' ? 'refund.succeeded' : `payment.${row.status}`,
    data: {
      payment_id: row.paymentId,
      reference: row.reference,
      currency: row.currency,
      status: row.status as ProviderPayment['status'],
      captured_amount: row.status === 'succeeded' ? Number(row.amount) : 0,
      failure_code: row.failureCode,
      refund: refund && { id: by.refundId!, amount: Number(refund.amount) },
    },
  } satisfies z.input<typeof message>)
}

/** The signature header for a body. */
export function signSimulatorWebhook(body: string, at: Date = presentInstant()): string {
  return signWebhook(body, signingKey(), at)
}

/**
 * Reads a webhook of the simulator; null if its signature is invalid or its timestamp is outside
 * the tolerance.
 */
export function readSimulatorWebhook(
  by: Parameters<PaymentProvider['readWebhook']>[0],
): ProviderEvent | null {
  const { body, signature, now } = by
  if (!isSignedWebhook(signature, { body, key: signingKey(), now })) return null
  const { id, type, data } = message.parse(JSON.parse(Buffer.from(body).toString()))
  const { reference, currency, refund } = data
  if (refund) {
    const { id: refundId, amount } = refund
    const known = { reference: refundId, status: 'succeeded' as const, failureCode: null }
    const about = {
      refundId,
      paymentReference: reference,
      amount: BigInt(amount),
      currency,
      refund: known,
    }
    return { id, type, about: { kind: 'refund', ...about } }
  }
  const payment = {
    reference,
    status: data.status,
    captured: BigInt(data.captured_amount),
    redirectUrl: null,
    failureCode: data.failure_code,
  }
  return { id, type, about: { kind: 'payment', paymentId: data.payment_id, currency, payment } }
}
