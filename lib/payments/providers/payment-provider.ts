import type { ProviderName, RefundStatus } from '@/lib/payments/payment-states'
import type { PaymentStatus } from '@/lib/payments/payment-states'

/** A charge as a provider is asked for it. Asking again with the same `paymentId` charges once. */
export interface PaymentOrder {
  paymentId: string
  amount: bigint
  currency: string
  paymentMethodToken: string
  /** Where the provider sends the browser back to. */
  returnUrl: string
}

/** A payment as the provider knows it. */
export interface ProviderPayment {
  reference: string
  status: Extract<
    PaymentStatus,
    'processing' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  >
  /** Zero unless it has succeeded. */
  captured: bigint
  /** Where the customer confirms it, while it requires action. */
  redirectUrl: string | null
  failureCode: string | null
}

/** A refund as the provider is asked for it. Asking again with the same `refundId` refunds once. */
export interface RefundOrder {
  refundId: string
  paymentReference: string
  amount: bigint
  currency: string
}

/** A refund as the provider knows it. */
export interface ProviderRefund {
  reference: string
  status: RefundStatus
  failureCode: string | null
}

/** What a webhook says, once its signature has been verified. */
export interface ProviderEvent {
  id: string
  type: string
  /** Null: nothing that concerns us. */
  about:
    | { kind: 'payment'; paymentId: string | null; currency: string; payment: ProviderPayment }
    | {
        kind: 'refund'
        refundId: string | null
        paymentReference: string
        amount: bigint
        currency: string
        refund: ProviderRefund
      }
    | null
}

/** Whoever moves the money. Methods throw ProviderRefusal or ProviderUnavailable, nothing else. */
export interface PaymentProvider {
  name: ProviderName
  /** Whether a token has a form that this provider could know. */
  knowsToken(token: string): boolean
  /**
   * As with each answer here: a payment that is given as `failed` cannot be paid at the provider
   * anymore.
   */
  create(order: PaymentOrder): Promise<ProviderPayment>
  find(reference: string): Promise<ProviderPayment>
  /** The payment that was made for ours, long after it was asked for; null when there is none. */
  findLate(paymentId: string): Promise<ProviderPayment | null>
  /** Cancels it if it has not ended; gives it as it then is. */
  cancel(reference: string): Promise<ProviderPayment>
  refund(order: RefundOrder): Promise<ProviderRefund>
  findRefund(reference: string): Promise<ProviderRefund>
  /** The refund that was made for ours, long after it was asked for; null when there is none. */
  findLateRefund(order: RefundOrder): Promise<ProviderRefund | null>
  /** Null: not signed by the provider, or not now. */
  readWebhook(by: {
    body: Uint8Array
    header(name: string): string | null
    now: Date
  }): Promise<ProviderEvent | null>
  /**
   * Asks for something harmless that needs working credentials; gives what to tell the operator.
   */
  test(): Promise<string>
}

/** The provider has decided: no money moved, and asking again would not change that. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly code: string
  /**
   * Whether the card itself was declined. Anything else may also mean that another account was
   * asked, which says nothing of a request whose answer was lost.
   */
  readonly isDecline: boolean

  constructor(code: string, message: string, isDecline = false) {
    super(message)
    this.code = code
    this.isDecline = isDecline
  }
}

/**
 * No answer that decides anything: the money may have moved. `message` is in the provider's words
 * and holds no credential.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}
