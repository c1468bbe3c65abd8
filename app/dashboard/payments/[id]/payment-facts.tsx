import { PaymentStatusBadge } from '@/app/dashboard/payments/payment-table'
import { Card, CardBody, CardHeader, Fact } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { formatMoney } from '@/lib/payments/money'
import type { PaymentWithHistory } from '@/lib/payments/payment.store'
import type { PresentedPayment } from '@/lib/payments/present-payment'

interface PaymentFactsProps {
  payment: PresentedPayment
  row: PaymentWithHistory
  /** The payer, if the reader sees payments of several users. */
  owner: string | null
  locale: Locale
  texts: Messages['payments']
}

/** The details of a payment and its history. */
export function PaymentFacts({ payment, row, owner, locale, texts }: PaymentFactsProps) {
  const { detail } = texts
  const money = (minor: bigint | number) => formatMoney(minor, payment.currency, locale)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card>
        <CardHeader title={detail.facts} />
        <CardBody>
          <dl className="grid gap-4 sm:grid-cols-2">
            <Fact term={texts.columns.status}>
              <PaymentStatusBadge status={payment.status} texts={texts} />
            </Fact>
            {payment.failure_code ? (
              <Fact term={detail.failure}>
                <code className="text-[0.8125rem]">{payment.failure_code}</code>
              </Fact>
            ) : null}
            <Fact term={texts.columns.amount}>{money(payment.amount)}</Fact>
            <Fact term={detail.captured}>{money(payment.captured_amount)}</Fact>
            <Fact term={detail.refundedAmount}>{money(payment.refunded_amount)}</Fact>
            {owner ? <Fact term={detail.owner}>{owner}</Fact> : null}
            <Fact term={detail.provider}>
              {payment.simulated ? texts.simulator.title : 'Stripe'}
            </Fact>
            <Fact term={detail.id}>
              <code className="text-[0.8125rem]">{payment.id}</code>
            </Fact>
            {row.providerReference ? (
              <Fact term={detail.reference}>
                <code className="text-[0.8125rem]">{row.providerReference}</code>
              </Fact>
            ) : null}
          </dl>
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={detail.timeline} />
        <CardBody>
          <ol className="grid gap-3" aria-label={detail.timeline}>
            {row.events.map((event) => (
              <li
                key={String(event.id)}
                className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1"
              >
                <span className="grid gap-0.5">
                  <span>
                    <PaymentStatusBadge status={event.status} texts={texts} />
                  </span>
                  {event.refundedAmount > 0n ? (
                    <span className="text-[0.8125rem] text-muted">
                      {formatMessage(detail.refundedSoFar, { amount: money(event.refundedAmount) })}
                    </span>
                  ) : null}
                </span>
                <span className="text-[0.8125rem] text-muted tabular-nums">
                  <LocalTime at={event.occurredAt.toISOString()} locale={locale} seconds />
                </span>
              </li>
            ))}
          </ol>
          {payment.refunds.length > 0 ? (
            <>
              <h3 className="mt-6 mb-2 font-medium">{detail.refunds}</h3>
              <ul className="grid gap-2 text-[0.8125rem]">
                {payment.refunds.map((refund) => (
                  <li key={refund.id} className="flex flex-wrap justify-between gap-x-4 gap-y-1">
                    <span>
                      {money(refund.amount)} · {detail.refundStatuses[refund.status]}
                      {refund.failure_code ? ` (${refund.failure_code})` : null}
                    </span>
                    <span className="text-muted tabular-nums">
                      <LocalTime at={refund.created_at} locale={locale} />
                    </span>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </CardBody>
      </Card>
    </div>
  )
}
