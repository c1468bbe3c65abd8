import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { PaymentFacts } from '@/app/dashboard/payments/[id]/payment-facts'
import { RefundForm } from '@/app/dashboard/payments/[id]/refund-form'
import { MissingObject } from '@/app/missing-object'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format-message'
import { visibleOwner } from '@/lib/payments/find-visible-payment'
import { formatMoney } from '@/lib/payments/format-money'
import { getPayment, nameOwners } from '@/lib/payments/list-payments'
import { REFUNDABLE } from '@/lib/payments/payment-states'
import { can } from '@/lib/rbac/can'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/page-language'
import { pageTitle } from '@/lib/web/page-title'
import { PAYMENTS } from '@/lib/web/payments-query'
import { requirePage } from '@/lib/web/require-page'
import { webRequestContext } from '@/lib/web/web-context'

interface PageProps {
  params: Promise<{ id: string }>
}

/** Asked once per request, for the title and the page alike. */
const findPayment = cache(async (id: string) => {
  const { principal } = await requirePage('/dashboard/payments/[id]')
  const found = await getPayment(principal, id, webRequestContext(await headers()))
  return { principal, found }
})

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { found } = await findPayment((await params).id)
  const { locale, messages } = await pageLanguage()
  if (!found.ok) return { title: messages.pages.notFound.title }
  const amount = formatMoney(found.payment.amount, found.payment.currency, locale)
  const { title, detail } = messages.payments
  return { title: pageTitle(formatMessage(detail.title, { amount }), title) }
}

/** A payment: what it was for, what became of it and when, and the way to give money back. */
export default async function Page({ params }: PageProps) {
  const { principal, found } = await findPayment((await params).id)
  if (!found.ok) return <MissingObject />
  const { locale, messages } = await pageLanguage()
  const texts = messages.payments
  const { payment, row } = found
  const amount = formatMoney(payment.amount, payment.currency, locale)
  const outcome = await readOutcome()
  const done = { payment_created: texts.detail.created, payment_refunded: texts.detail.refunded }[
    outcome?.notice ?? ''
  ]
  const owner = visibleOwner(principal) === null ? (await nameOwners([payment])).get(payment.user_id) : null
  const refundable = REFUNDABLE.some((status) => status === payment.status)
  return (
    <>
      <PageHeader
        title={formatMessage(texts.detail.title, { amount })}
        back={{ href: PAYMENTS, label: texts.detail.back }}
      />
      <div role="status" className="mb-4 empty:hidden">
        {done ? <Alert tone="success">{done}</Alert> : null}
      </div>
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
        <PaymentFacts payment={payment} row={row} owner={owner ?? null} locale={locale} texts={texts} />
        {refundable && can(principal, 'payments:charge') ? (
          <RefundForm row={row} locale={locale} messages={messages} outcome={outcome} />
        ) : null}
      </div>
    </>
  )
}
