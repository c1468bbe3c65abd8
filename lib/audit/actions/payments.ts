import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

const refund = { refund_id: z.string(), amount: z.int(), currency: z.string() }
const refunded = z.strictObject({ status: z.string(), refunded_amount: z.int() })
/** A refund that the provider took back after it had succeeded. */
const takenBack = z.strictObject({ refund: z.string() })

/** Payments and refunds. Amounts are in the smallest unit of the currency. */
export const paymentActions = {
  'payment.created': {
    label: { en: 'Payment created', tr: 'Ödeme oluşturuldu' },
    target: 'payment',
    webhook: 'payment.created',
    ok: { amount: z.int(), currency: z.string(), provider: z.string() },
  },
  'payment.status_changed': {
    label: { en: 'Payment status changed', tr: 'Ödemenin durumu değişti' },
    target: 'payment',
    webhook: { event: 'payment.status_changed', fields: { status: 'after.status' } },
    ok: {
      before: z.strictObject({ status: z.string() }),
      after: z.strictObject({ status: z.string() }),
      reason: z.string().optional(),
      by: z.string(),
    },
  },
  'payment.refund_requested': {
    label: { en: 'Refund requested', tr: 'İade istendi' },
    target: 'payment',
    webhook: 'payment.refund_requested',
    ok: refund,
  },
  'payment.refunded': {
    label: { en: 'Payment refunded', tr: 'Ödeme iade edildi' },
    target: 'payment',
    webhook: 'payment.refunded',
    ok: { ...refund, before: refunded, after: refunded, reason: z.string().optional() },
  },
  'payment.refund_failed': {
    label: { en: 'Refund failed', tr: 'İade başarısız oldu' },
    target: 'payment',
    webhook: 'payment.refund_failed',
    ok: {
      ...refund,
      before: refunded.or(takenBack),
      after: refunded.or(takenBack),
      reason: z.string().optional(),
    },
  },
  'payments.exported': {
    label: { en: 'Payments exported', tr: 'Ödemeler dışa aktarıldı' },
    target: null,
    ok: {
      status: z.string().optional(),
      currency: z.string().optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    },
  },
} satisfies AuditActionGroup
