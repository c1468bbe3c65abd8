import { FilterForm, SelectFilter, TextFilter } from '@/components/data-table/filter-form'
import type { Messages } from '@/lib/i18n/messages'
import { CURRENCIES } from '@/lib/payments/currencies'
import { PAYMENT_STATUSES } from '@/lib/payments/payment-states'
import { PAYMENTS, type PaymentFilterName, type PaymentsQuery } from '@/lib/web/payments-query'

/** The filters of the list of payments: a plain form that leads to an address. */
export function PaymentFilterForm({ query, texts }: { query: PaymentsQuery; texts: Messages['payments'] }) {
  const words = texts.filters
  const field = (name: PaymentFilterName) => ({
    name,
    label: words[name],
    typed: query.typed[name] ?? '',
    fault: query.faults.includes(name) ? words.invalid : null,
  })
  const { currency = '' } = query.typed
  return (
    <FilterForm
      action={PAYMENTS}
      texts={words}
      filtered={Object.keys(query.typed).length > 0}
      className="lg:grid-cols-4"
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
        {currency && !CURRENCIES.includes(currency) ? <option value={currency}>{currency}</option> : null}
        {CURRENCIES.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </SelectFilter>
      <TextFilter {...field('from')} type={typeOf(query.typed.from)} />
      <TextFilter {...field('to')} type={typeOf(query.typed.to)} />
    </FilterForm>
  )
}

/** A browser shows nothing in its own field for a time that is written otherwise: then it is text. */
function typeOf(typed: string | undefined): string {
  return typed === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(typed) ? 'datetime-local' : 'text'
}
