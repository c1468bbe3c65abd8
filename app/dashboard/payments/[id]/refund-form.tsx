import { refund } from '@/app/dashboard/payments/[id]/actions'
import { Field } from '@/components/forms/field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { formatMoney } from '@/lib/payments/format-money'
import type { PaymentRow } from '@/lib/payments/payment.store'
import { newId } from '@/lib/platform/ids'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface RefundFormProps {
  row: PaymentRow
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/** Gives money back, all that is left or a part. Its key is made with the page, so that sending the form twice refunds once. */
export function RefundForm({ row, locale, messages, outcome }: RefundFormProps) {
  const { refund: words } = messages.payments
  const left = row.capturedAmount - row.refundedAmount - row.refundingAmount
  if (left === 0n) return null
  const amount = formatMoney(left, row.currency, locale)
  return (
    <Card>
      <CardHeader title={words.title} />
      <CardBody>
        <PageForm
          onlyField="amount"
          key={row.updatedAt.toISOString()}
          action={refund}
          intent="refund"
          locale={locale}
          outcome={outcome}
          problemTexts={{ conflict: words.conflict }}
          className="max-w-md"
        >
          <p className="text-muted">{formatMessage(words.text, { amount })}</p>
          <input type="hidden" name="key" value={newId()} />
          <Field
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            label={formatMessage(words.amount, { currency: row.currency })}
            hint={words.hint}
            aside={<span className="text-[0.8125rem] text-muted">{messages.forms.optional}</span>}
          />
          <div>
            <SubmitButton variant="danger" pendingText={messages.forms.pending}>
              {words.submit}
            </SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}
