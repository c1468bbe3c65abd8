import { Badge } from '@/components/ui/badge'
import type { Messages } from '@/lib/i18n/messages'
import type { PaymentStatus } from '@/lib/payments/payment-states'

const TONES = {
  processing: 'accent',
  requires_action: 'warning',
  succeeded: 'success',
  failed: 'danger',
  canceled: 'neutral',
  partially_refunded: 'neutral',
  refunded: 'neutral',
} as const

/** The status of a payment, in a word or two. */
export function PaymentStatusBadge({
  status,
  texts,
}: {
  status: PaymentStatus
  texts: Messages['payments']
}) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}
