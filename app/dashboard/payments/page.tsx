import { Download, Plus } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { PaymentFilterForm } from '@/app/dashboard/payments/payment-filter-form'
import { PaymentTable } from '@/app/dashboard/payments/payment-table'
import { ProviderNote } from '@/app/dashboard/payments/provider-note'
import { NothingHere } from '@/components/data-table/nothing-here'
import { Pager } from '@/components/data-table/pager'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { visibleOwner } from '@/lib/payments/find-visible-payment'
import { listPayments, nameOwners } from '@/lib/payments/list-payments'
import { isCanonicalId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { pageLanguage } from '@/lib/web/page-language'
import { PAYMENTS, paymentsAddress, readPaymentsQuery, type PaymentsQuery } from '@/lib/web/payments-query'
import { requirePage } from '@/lib/web/require-page'
import { parameter, type SearchParams } from '@/lib/web/search-params'

const PAGE_SIZE = 50

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.payments.title }
}

/** Payments, newest first: one's own, with `payments:list` everybody's. Somebody who has confirmed one returns to `?payment_id`. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { principal } = await requirePage('/dashboard/payments')
  const asked = await searchParams
  const returned = parameter(asked, 'payment_id')
  if (returned !== null && isCanonicalId(returned)) redirect(`${PAYMENTS}/${returned}`)
  const { locale, messages } = await pageLanguage()
  const texts = messages.payments
  const query = readPaymentsQuery((name) => parameter(asked, name))
  const cursor = parameter(asked, 'cursor')
  const { payments, nextCursor } = await paymentsFor(principal, query, cursor)
  const owners = visibleOwner(principal) === null ? await nameOwners(payments) : null
  const filtered = cursor !== null || Object.keys(query.typed).length > 0
  return (
    <>
      <PageHeader title={texts.title} lead={owners ? texts.lead : texts.leadOwn}>
        <div className="flex flex-wrap items-center gap-2">
          <a
            className={buttonClasses({ variant: 'outline', size: 'sm' })}
            href={paymentsAddress(query.typed, {}, `${PAYMENTS}/export`)}
            download
          >
            <Download aria-hidden />
            {texts.exportCsv}
          </a>
          {can(principal, 'payments:charge') ? (
            <Link className={buttonClasses({ size: 'sm' })} href={`${PAYMENTS}/new`} prefetch={false}>
              <Plus aria-hidden />
              {texts.newPayment}
            </Link>
          ) : null}
        </div>
      </PageHeader>
      <ProviderNote texts={texts} />
      <PaymentFilterForm query={query} texts={texts} />
      {query.faults.length > 0 ? (
        <Alert tone="danger">{texts.filters.fix}</Alert>
      ) : (
        <Card>
          {payments.length > 0 ? (
            <PaymentTable payments={payments} owners={owners} locale={locale} texts={texts} />
          ) : (
            <NothingHere
              title={filtered ? texts.noMatchTitle : texts.emptyTitle}
              text={filtered ? texts.noMatchText : texts.emptyText}
            >
              {filtered ? (
                <TextLink alone href={PAYMENTS}>
                  {texts.filters.clear}
                </TextLink>
              ) : null}
            </NothingHere>
          )}
          <Pager
            first={cursor && paymentsAddress(query.typed)}
            next={nextCursor && paymentsAddress(query.typed, { cursor: nextCursor })}
            texts={{ first: texts.newest, next: texts.older }}
          />
        </Card>
      )}
    </>
  )
}

async function paymentsFor(principal: Principal, { filters, faults }: PaymentsQuery, cursor: string | null) {
  const nothing = { payments: [], nextCursor: null }
  if (faults.length > 0) return nothing
  const asked = { ...filters, limit: PAGE_SIZE }
  const listed = await listPayments(principal, { ...asked, cursor })
  // A cursor that somebody typed is no reason to show nothing.
  const shown = listed.ok ? listed : await listPayments(principal, asked)
  return shown.ok ? shown : nothing
}
