/** Every status of a payment. Safe to import in the browser. */
export const PAYMENT_STATUSES = [
  'processing',
  'requires_action',
  'succeeded',
  'failed',
  'canceled',
  'partially_refunded',
  'refunded',
] as const

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PAYMENT_PROVIDERS = ['simulator', 'stripe'] as const

export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const

export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * The state machine: the statuses that may follow each status. A payment starts as `processing`,
 * before the provider is called. The database trigger `payments_guard` has the same list; a test
 * compares them.
 */
export const TRANSITIONS: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  processing: ['requires_action', 'succeeded', 'failed', 'canceled'],
  requires_action: ['processing', 'succeeded', 'failed', 'canceled'],
  succeeded: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  failed: [],
  canceled: [],
  refunded: [],
}

export function canMove(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** Statuses that are still waiting for the provider's decision. */
export const UNSETTLED = [
  'processing',
  'requires_action',
] as const satisfies readonly PaymentStatus[]

export function isUnsettled(status: PaymentStatus): boolean {
  return (UNSETTLED as readonly PaymentStatus[]).includes(status)
}

/** Statuses with money that can be refunded. */
export const REFUNDABLE = [
  'succeeded',
  'partially_refunded',
] as const satisfies readonly PaymentStatus[]
