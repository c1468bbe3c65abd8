'use server'

import { z } from 'zod'
import { findVisiblePayment } from '@/lib/payments/list-payments'
import { toMinor } from '@/lib/payments/money'
import { refundBody } from '@/lib/payments/payments.schemas'
import { refundPayment } from '@/lib/payments/refund-payment'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'

export const refund = defineAction({
  access: { permission: 'payments:charge' },
  page: '/dashboard/payments/[id]',
  limits: ['user'],
  body: z.object({
    amount: z.string().max(20, { error: 'bad_amount' }).optional(),
    key: z.uuid(),
  }),
  handle: async ({ amount: typed, key }, { principal, params, ctx }) => {
    const found = await findVisiblePayment(principal, params.id, ctx)
    if (!found.ok) return found
    const { payment } = found
    const amount = typed ? toMinor(typed, payment.currency) : undefined
    const parsed = refundBody.safeParse({ amount })
    if (!parsed.success)
      return refuse('validation_failed', {
        errors: [{ ...fieldError(['amount'], 'invalid'), code: 'bad_amount' }],
      })
    const input = { paymentId: payment.id, amount: parsed.data.amount, idempotencyKey: key }
    return refundPayment(principal, input, ctx)
  },
  done: (_, { here }) => ({ redirect: here, notice: 'payment_refunded' }),
})
