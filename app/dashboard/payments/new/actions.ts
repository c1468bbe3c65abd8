'use server'

import { z } from 'zod'
import { settings } from '@/lib/config/settings'
import { createPayment } from '@/lib/payments/create-payment'
import { toMinor } from '@/lib/payments/money'
import { paymentBody } from '@/lib/payments/payments.schemas'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse } from '@/lib/platform/problems'
import { defineAction } from '@/lib/web/define-action'
import { pagePath } from '@/lib/web/page-address'

const { amount, currency, payment_method_token } = paymentBody.shape

export const charge = defineAction({
  access: { permission: 'payments:charge' },
  limits: ['user'],
  body: z.object({
    amount: z.string().min(1, { error: 'required' }).max(20, { error: 'bad_amount' }),
    currency,
    payment_method_token,
    key: z.uuid(),
  }),
  handle: async (body, { principal, ctx }) => {
    const minor = amount.safeParse(toMinor(body.amount, body.currency))
    if (!minor.success)
      return refuse('validation_failed', {
        errors: [{ ...fieldError(['amount'], 'invalid'), code: 'bad_amount' }],
      })
    const input = {
      amount: minor.data,
      currency: body.currency,
      paymentMethodToken: body.payment_method_token,
      returnUrl: `${settings().baseUrl}${pagePath('/dashboard/payments')}`,
      idempotencyKey: body.key,
    }
    return createPayment(principal, input, ctx)
  },
  done: ({ payment }: { payment: { id: string } }) => ({
    redirect: pagePath('/dashboard/payments/[id]', payment.id),
    notice: 'payment_created',
  }),
})
