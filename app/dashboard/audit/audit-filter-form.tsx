import { FilterForm, SelectFilter, TextFilter } from '@/components/data-table/filter-form'
import { TimeFilter } from '@/components/data-table/time-filter'
import { listAuditActions } from '@/lib/audit/audit-actions'
import { auditGroupLabel } from '@/lib/audit/audit-groups'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { AuditFilterName, AuditQuery } from '@/lib/web/audit-query'

type Texts = Messages['audit']

/** The filter `import` is only reachable through links. */
type TypedFilter = Exclude<AuditFilterName, 'import'>

interface AuditFilterFormProps {
  query: AuditQuery
  /** `1` if every record of an import is listed; null otherwise. */
  each: string | null
  locale: Locale
  texts: Texts
}

/** The filters of the audit trail: a plain form that submits to a URL. */
export function AuditFilterForm({ query, each, locale, texts }: AuditFilterFormProps) {
  const labels = texts.filters
  const field = (name: TypedFilter) => ({
    name,
    label: labels[name],
    typed: query.typed[name] ?? '',
    fault: query.faults.includes(name) ? labels.invalid : null,
  })
  const count = Object.keys(query.typed).length
  return (
    <FilterForm action="/dashboard/audit" texts={labels} filtered={count > 0} foldedCount={count}>
      <TextFilter {...field('actor')} placeholder={labels.actorHint} autoComplete="off" />
      <ActionFilter {...field('action')} locale={locale} texts={texts} />
      <TextFilter {...field('target')} autoComplete="off" />
      <TextFilter {...field('ip')} autoComplete="off" />
      <TimeFilter {...field('from')} />
      <TimeFilter {...field('to')} />
      {query.typed.import ? <input type="hidden" name="import" value={query.typed.import} /> : null}
      {each ? <input type="hidden" name="each" value={each} /> : null}
    </FilterForm>
  )
}

interface FilterProps {
  name: TypedFilter
  label: string
  typed: string
  fault: string | null
}

function ActionFilter({ locale, texts, ...field }: FilterProps & { locale: Locale; texts: Texts }) {
  const { typed } = field
  const actions = listAuditActions(locale)
  const groups = [...new Set(actions.map(({ action }) => groupOf(action)))]
    .map((name) => ({ name, label: auditGroupLabel(name, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
  const offered = [
    '',
    ...actions.map(({ action }) => action),
    ...groups.map(({ name }) => `${name}.*`),
  ]
  return (
    <SelectFilter {...field}>
      <option value="">{texts.filters.anyAction}</option>
      {offered.includes(typed) ? null : <option value={typed}>{typed}</option>}
      {groups.map(({ name, label: group }) => (
        <optgroup key={name} label={group}>
          <option value={`${name}.*`}>{formatMessage(texts.filters.allOf, { group })}</option>
          {actions
            .filter(({ action }) => groupOf(action) === name)
            .map(({ action, label }) => (
              <option key={action} value={action}>
                {label}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectFilter>
  )
}

function groupOf(action: string): string {
  return action.split('.', 1)[0]!
}
