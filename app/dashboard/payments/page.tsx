import { Download, Plus } from 'lucide-react'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { PaymentTable, ProviderNotice } from '@/app/dashboard/payments/payment-table'
import {
  type PaymentFilterName,
  paymentsAddress,
  type PaymentsQuery,
  readPaymentsQuery,
} from '@/app/dashboard/payments/payments-query'
import { FilterForm, SelectFilter } from '@/components/data-table/filter-form'
import { EmptyState, Pager } from '@/components/data-table/list-parts'
import { TimeFilter } from '@/components/data-table/time-filter'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import type { Messages } from '@/lib/i18n/messages'
import { listPayments, nameOwners, visibleOwner } from '@/lib/payments/list-payments'
import { CURRENCIES } from '@/lib/payments/money'
import { PAYMENT_STATUSES } from '@/lib/payments/payment-states'
import { isCanonicalId } from '@/lib/platform/ids'
import { can, type Principal } from '@/lib/platform/request-context'
import { definePage } from '@/lib/web/define-page'
import { listFrom } from '@/lib/web/list-from'
import { pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 50

const page = definePage('/dashboard/payments')

export const generateMetadata = page.metadata

/**
 * Payments, newest first: the user's own or, with `payments:list`, all. A user who has confirmed a
 * payment returns to `?payment_id`.
 */
export default page.render(async ({ principal, searchParams }) => {
  const search = await searchParams
  const returned = parameter(search, 'payment_id')
  if (returned !== null && isCanonicalId(returned))
    redirect(pagePath('/dashboard/payments/[id]', returned))
  const { locale, messages } = await pageLanguage()
  const texts = messages.payments
  const query = readPaymentsQuery((name) => parameter(search, name))
  const { payments, nextCursor, cursor } = await paymentsFor(
    principal,
    query,
    parameter(search, 'cursor'),
  )
  const owners = visibleOwner(principal) === null ? await nameOwners(payments) : null
  const filtered = Object.keys(query.typed).length > 0
  return (
    <div data-wide>
      <PageHeader title={texts.title} lead={owners ? texts.lead : texts.leadOwn}>
        <div className="flex flex-wrap items-center gap-2">
          <a
            className={buttonClasses({ variant: 'outline' })}
            href={paymentsAddress(query.typed, {}, '/dashboard/payments/export')}
            download
          >
            <Download aria-hidden />
            {texts.exportCsv}
          </a>
          {can(principal, 'payments:charge') ? (
            <Link
              className={buttonClasses()}
              href={pagePath('/dashboard/payments/new')}
              prefetch={false}
            >
              <Plus aria-hidden />
              {texts.newPayment}
            </Link>
          ) : null}
        </div>
      </PageHeader>
      <ProviderNotice texts={texts} />
      <PaymentFilterForm query={query} texts={texts} />
      {query.faults.length > 0 ? (
        <Alert tone="danger">{texts.filters.fix}</Alert>
      ) : (
        <Card>
          {payments.length > 0 ? (
            <PaymentTable payments={payments} owners={owners} locale={locale} texts={texts} />
          ) : (
            <EmptyState
              title={filtered ? texts.noMatchTitle : texts.emptyTitle}
              text={filtered ? texts.noMatchText : texts.emptyText}
            >
              {filtered ? (
                <TextLink alone href={pagePath('/dashboard/payments')}>
                  {texts.filters.clear}
                </TextLink>
              ) : null}
            </EmptyState>
          )}
          <Pager
            first={cursor && paymentsAddress(query.typed)}
            next={nextCursor && paymentsAddress(query.typed, { cursor: nextCursor })}
            texts={{ first: texts.newest, next: texts.older }}
          />
        </Card>
      )}
    </div>
  )
})

async function paymentsFor(
  principal: Principal,
  { filters, faults }: PaymentsQuery,
  cursor: string | null,
) {
  const nothing = { payments: [], nextCursor: null, cursor: null }
  if (faults.length > 0) return nothing
  const request = { ...filters, limit: PAGE_SIZE }
  const listed = await listFrom(
    cursor,
    (cursor) => listPayments(principal, { ...request, cursor }),
    ({ payments }) => payments.length === 0,
  )
  return listed.ok ? listed : nothing
}

/** The filters of the payment list: a plain form that submits to a URL. */
function PaymentFilterForm({
  query,
  texts,
}: {
  query: PaymentsQuery
  texts: Messages['payments']
}) {
  const words = texts.filters
  const field = (name: PaymentFilterName) => ({
    name,
    label: words[name],
    typed: query.typed[name] ?? '',
    fault: query.faults.includes(name) ? words.invalid : null,
  })
  const { currency = '' } = query.typed
  const count = Object.keys(query.typed).length
  return (
    <FilterForm
      action={pagePath('/dashboard/payments')}
      texts={words}
      filtered={count > 0}
      foldedCount={count}
      className="xl:grid-cols-4"
    >
      <SelectFilter {...field('status')}>
        <option value="">{words.anyStatus}</option>
        {PAYMENT_STATUSES.map((status) => (
          <option key={status} value={status}>
            {texts.statuses[status]}
          </option>
        ))}
      </SelectFilter>
      <SelectFilter {...field('currency')}>
        <option value="">{words.anyCurrency}</option>
        {currency && !CURRENCIES.includes(currency) ? (
          <option value={currency}>{currency}</option>
        ) : null}
        {CURRENCIES.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </SelectFilter>
      <TimeFilter {...field('from')} />
      <TimeFilter {...field('to')} />
    </FilterForm>
  )
}
