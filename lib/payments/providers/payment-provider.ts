import type { Locale } from '@/lib/i18n/locale'
import type { PaymentProviderName, RefundStatus } from '@/lib/payments/payment-states'
import type { PaymentStatus } from '@/lib/payments/payment-states'

/** A charge as requested from a provider. Repeating it with the same `paymentId` charges once. */
export interface PaymentOrder {
  paymentId: string
  amount: bigint
  currency: string
  paymentMethodToken: string
  /** Where the provider redirects the browser afterwards. */
  returnUrl: string
}

/** A payment as reported by the provider. */
export interface ProviderPayment {
  reference: string
  status: Extract<
    PaymentStatus,
    'processing' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  >
  /** Zero unless it has succeeded. */
  captured: bigint
  /** Where the customer confirms the payment, while it requires action. */
  redirectUrl: string | null
  failureCode: string | null
}

/** A refund as requested from the provider. Repeating it with the same `refundId` refunds once. */
export interface RefundOrder {
  refundId: string
  paymentReference: string
  amount: bigint
  currency: string
}

/** A refund as reported by the provider. */
export interface ProviderRefund {
  reference: string
  status: RefundStatus
  failureCode: string | null
}

/** The content of a webhook, after its signature was verified. */
export interface ProviderEvent {
  id: string
  type: string
  /** Null for an event that we ignore. */
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

/** A webhook as received, with the signature header of each provider. */
export interface WebhookMessage {
  body: Uint8Array
  signatures: Readonly<Record<PaymentProviderName, string | null>>
}

/** The service that moves the money. Methods throw only ProviderRefusal or ProviderUnavailable. */
export interface PaymentProvider {
  name: PaymentProviderName
  /** Whether a token has a format that this provider uses. */
  knowsToken(token: string): boolean
  /**
   * Here and in every other answer, a payment reported as `failed` can no longer be paid at the
   * provider.
   */
  create(order: PaymentOrder): Promise<ProviderPayment>
  find(reference: string): Promise<ProviderPayment>
  /** Finds the provider's payment for ours long after it was requested; null if there is none. */
  findLate(paymentId: string): Promise<ProviderPayment | null>
  /** Cancels the payment unless it has ended. Returns its state afterwards. */
  cancel(reference: string): Promise<ProviderPayment>
  refund(order: RefundOrder): Promise<ProviderRefund>
  findRefund(reference: string): Promise<ProviderRefund>
  /** How much of a payment was refunded, here or at the provider itself. */
  findRefundedAmount(paymentReference: string): Promise<bigint>
  /** Finds the provider's refund for ours long after it was requested; null if there is none. */
  findLateRefund(order: RefundOrder): Promise<ProviderRefund | null>
  /**
   * Null if the webhook isn't signed by the provider, or its timestamp is outside the tolerance.
   */
  readWebhook(by: {
    body: Uint8Array
    signature: string | null
    now: Date
  }): Promise<ProviderEvent | null>
  /**
   * Makes a harmless request that needs working credentials. Returns a message for the operator, in
   * a language.
   */
  test(locale: Locale): Promise<string>
}

/** The provider's decision is final: no money moved, and a retry wouldn't change that. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly code: string
  /**
   * Whether the card itself was declined. Any other refusal may also mean that a different account
   * was asked, which says nothing about a request whose answer was lost.
   */
  readonly isDecline: boolean

  constructor(code: string, message: string, isDecline = false) {
    super(message)
    this.code = code
    this.isDecline = isDecline
  }
}

/**
 * No conclusive answer: the money may have moved. `message` is the provider's text and contains no
 * credential.
 */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}
