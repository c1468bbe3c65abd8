import { headers } from 'next/headers'
import { cache } from 'react'
import { MissingRecord } from '@/app/dashboard/missing-record'
import { refund } from '@/app/dashboard/payments/[id]/actions'
import { PaymentFacts } from '@/app/dashboard/payments/[id]/payment-facts'
import { keyUsed } from '@/app/dashboard/payments/key-used'
import { Field } from '@/components/forms/fields'
import { KeyField } from '@/components/forms/hidden-fields'
import { Optional } from '@/components/forms/optional'
import { PageForm } from '@/components/forms/page-form'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { getPayment, nameOwners, visibleOwner } from '@/lib/payments/list-payments'
import { formatMoney } from '@/lib/payments/money'
import { REFUNDABLE } from '@/lib/payments/payment-states'
import type { PaymentRow } from '@/lib/payments/payment.store'
import { newId } from '@/lib/platform/ids'
import { ownValue } from '@/lib/platform/own-value'
import { can, type SessionPrincipal } from '@/lib/platform/request-context'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'
import { webRequestContext } from '@/lib/web/web-context'

/** Cached per request: the title and the page both need it. */
const findPayment = cache(async (viewer: SessionPrincipal, id: string) =>
  getPayment(viewer, id, webRequestContext(await headers())),
)

const page = definePage('/dashboard/payments/[id]')

export const generateMetadata = page.composeTitle(async ({ principal, params }) => {
  const found = await findPayment(principal, (await params).id)
  const { locale, messages } = await pageLanguage()
  if (!found.ok) return messages.pages.notFound.title
  const amount = formatMoney(found.payment.amount, found.payment.currency, locale)
  const { title, detail } = messages.payments
  return pageTitle(formatMessage(detail.title, { amount }), title)
})

/** A payment: its purpose, status and history, and the form to refund it. */
export default page.render(async ({ principal, params }) => {
  const found = await findPayment(principal, (await params).id)
  if (!found.ok) return <MissingRecord kind="payment" />
  const { locale, messages } = await pageLanguage()
  const texts = messages.payments
  const { payment, row } = found
  const amount = formatMoney(payment.amount, payment.currency, locale)
  const outcome = await readOutcome()
  const notices = {
    payment_created: texts.detail.created,
    payment_refunded: texts.detail.refunded,
  }
  const done = ownValue(notices, outcome?.notice)
  const owner =
    visibleOwner(principal) === null ? (await nameOwners([payment])).get(payment.user_id) : null
  const left = row.capturedAmount - row.refundedAmount - row.refundingAmount
  const offersRefund =
    left > 0n &&
    REFUNDABLE.some((status) => status === payment.status) &&
    can(principal, 'payments:charge')
  return (
    <>
      <PageHeader
        title={formatMessage(texts.detail.title, { amount })}
        back={{ href: pagePath('/dashboard/payments'), label: texts.detail.back }}
      />
      <LiveRegion role="status" className="mb-4">
        {done ? <Alert tone="success">{done}</Alert> : null}
      </LiveRegion>
      {/* Nothing is left to refund, so the form that was refused is gone. */}
      {offersRefund ? null : (
        <RefusalAlert outcome={outcome} locale={locale} {...refundRefusals(row, texts)} />
      )}
      {payment.simulated ? (
        <div className="mb-4">
          <Alert tone="warning">{texts.simulatorNote}</Alert>
        </div>
      ) : null}
      <div className="grid gap-6">
        {payment.next_action ? (
          <Card>
            <CardBody>
              <p className="mb-4">{texts.detail.confirmText}</p>
              <a className={buttonClasses({})} href={payment.next_action.url} rel="noreferrer">
                {texts.detail.confirm}
              </a>
            </CardBody>
          </Card>
        ) : null}
        <PaymentFacts
          payment={payment}
          row={row}
          owner={owner ?? null}
          locale={locale}
          texts={texts}
        />
        {offersRefund ? (
          <RefundForm row={row} left={left} locale={locale} messages={messages} outcome={outcome} />
        ) : null}
      </div>
    </>
  )
})

function refundRefusals({ id }: PaymentRow, { refund: texts }: Messages['payments']) {
  const links = [{ href: pagePath('/dashboard/payments/[id]', id), label: texts.startAgain }]
  const { problemTexts, recoveryActions } = keyUsed(texts.keyUsed, links)
  return { problemTexts: { ...problemTexts, conflict: texts.conflict }, recoveryActions }
}

interface RefundFormProps {
  row: PaymentRow
  /** What can still be refunded. */
  left: bigint
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/**
 * Refunds a payment in full or in part. The idempotency key is created with the page, so that
 * submitting the form twice refunds once.
 */
function RefundForm({ row, left, locale, messages, outcome }: RefundFormProps) {
  const { refund: words } = messages.payments
  const amount = formatMoney(left, row.currency, locale)
  return (
    <Card>
      <CardHeader title={words.title} />
      <CardBody>
        <PageForm
          onlyField="amount"
          action={refund}
          intent="refund"
          locale={locale}
          outcome={outcome}
          className="max-w-md"
          {...refundRefusals(row, messages.payments)}
        >
          <p className="text-muted">{formatMessage(words.text, { amount })}</p>
          <KeyField fresh={newId()} />
          <Field
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            label={formatMessage(words.amount, { currency: row.currency })}
            hint={words.hint}
            aside={<Optional texts={messages.forms} />}
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
