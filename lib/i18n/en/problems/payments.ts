import type { ProblemText } from '@/lib/i18n/problem-text'

/** Payments and refunds. */
export const paymentProblems = {
  card_number_refused: {
    title: 'Card number refused',
    text: 'Never enter a card number here. Use a payment method token from the payment provider.',
    remedy:
      'Collect card details with the provider’s own form, such as Stripe Elements, and send the token it returns.',
  },
  idempotency_key_required: {
    title: 'Idempotency key required',
    text: 'The request has no valid idempotency key.',
    remedy:
      'Send an `Idempotency-Key` header of 1 to 255 visible ASCII characters: a random value for each attempt, and the same value when you retry it.',
  },
  idempotency_conflict: {
    title: 'Idempotency key already used',
    text: 'This idempotency key was used for a different request.',
    remedy: 'Repeat the first request unchanged, or send a new key.',
  },
  refund_too_large: {
    title: 'Refund too large',
    text: 'The amount is more than what is left to refund.',
    remedy:
      'Read the payment again. What is left is `captured_amount` minus `refunded_amount` and pending refunds.',
  },
  payments_unavailable: {
    title: 'Payments unavailable',
    text: 'Payments are not set up on this server.',
    remedy:
      'An administrator needs to configure a payment provider: `PAYMENT_PROVIDER=stripe` and its keys.',
  },
  invalid_signature: {
    title: 'Invalid signature',
    text: 'The signature of this message is missing or incorrect, or its timestamp is off by more than 5 minutes.',
    remedy: 'Check the signing secret of the webhook and the clocks of both servers.',
  },
} satisfies Record<string, ProblemText>
