import Link from 'next/link'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { LocalTime } from '@/components/ui/local-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { formatMoney } from '@/lib/payments/money'
import type { PaymentStatus } from '@/lib/payments/payment-states'
import type { ListedPayment } from '@/lib/payments/present-payment'
import { activeProvider } from '@/lib/payments/providers/registry'
import { pagePath } from '@/lib/web/page-address'

interface PaymentTableProps {
  payments: readonly ListedPayment[]
  /** The payers' email addresses; null if all payments are the reader's own. */
  owners: ReadonlyMap<string, string> | null
  locale: Locale
  texts: Messages['payments']
}

/** Payments, one per row. */
export function PaymentTable({ payments, owners, locale, texts }: PaymentTableProps) {
  const { columns } = texts
  return (
    <Table label={texts.title} className="table-fixed">
      <thead>
        <tr>
          <ColumnHeader>{columns.amount}</ColumnHeader>
          <ColumnHeader className="w-44">{columns.status}</ColumnHeader>
          {owners ? <ColumnHeader className={WIDE}>{columns.owner}</ColumnHeader> : null}
          <ColumnHeader aria-sort="descending" className={`${WIDE} w-52`}>
            {columns.created}
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => {
          const time = <LocalTime at={payment.created_at} locale={locale} />
          const owner = owners?.get(payment.user_id)
          return (
            <tr key={payment.id}>
              <Cell>
                <Link
                  href={pagePath('/dashboard/payments/[id]', payment.id)}
                  prefetch={false}
                  className="inline-block min-h-6 rounded-xs py-0.5 align-middle font-medium tabular-nums hover:underline"
                >
                  {formatMoney(payment.amount, payment.currency, locale)}
                </Link>{' '}
                {payment.simulated ? <Badge>{texts.simulated}</Badge> : null}
                <span className="block text-[0.8125rem] text-muted [overflow-wrap:anywhere] md:hidden">
                  {owner ? `${owner} · ` : null}
                  {time}
                </span>
              </Cell>
              <Cell>
                <PaymentStatusBadge status={payment.status} texts={texts} />
              </Cell>
              {owners ? <Cell className={`${WIDE} [overflow-wrap:anywhere]`}>{owner}</Cell> : null}
              <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>{time}</Cell>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

const TONES = {
  processing: 'accent',
  requires_action: 'warning',
  succeeded: 'success',
  failed: 'danger',
  canceled: 'neutral',
  partially_refunded: 'neutral',
  refunded: 'neutral',
} as const

export function PaymentStatusBadge({
  status,
  texts,
}: {
  status: PaymentStatus
  texts: Messages['payments']
}) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}

/** A notice that payments are simulated or switched off. */
export function ProviderNotice({ texts }: { texts: Messages['payments'] }) {
  const provider = activeProvider()
  if (provider?.name === 'stripe') return null
  return (
    <div className="mb-4">
      <Alert tone="warning">{provider ? texts.simulatorNote : texts.offNote}</Alert>
    </div>
  )
}
