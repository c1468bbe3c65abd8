import { FilterForm, SelectFilter, TextFilter } from '@/components/data-table/filter-form'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import type { AuditFilterName, AuditQuery } from '@/lib/web/list-queries'

type Texts = Messages['audit']

/** The filter `import` is only reachable through links. */
type TypedFilter = Exclude<AuditFilterName, 'import'>

/** The filters of the audit trail: a plain form that submits to a URL. */
export function AuditFilterForm({ query, texts }: { query: AuditQuery; texts: Texts }) {
  const labels = texts.filters
  const field = (name: TypedFilter) => ({
    name,
    label: labels[name],
    typed: query.typed[name] ?? '',
    fault: query.faults.includes(name) ? labels.invalid : null,
  })
  return (
    <FilterForm
      action="/dashboard/audit"
      texts={labels}
      filtered={Object.keys(query.typed).length > 0}
    >
      <TextFilter {...field('actor')} placeholder={labels.actorHint} autoComplete="off" />
      <ActionFilter {...field('action')} texts={texts} />
      <TextFilter {...field('target')} autoComplete="off" />
      <TextFilter {...field('ip')} autoComplete="off" />
      <TextFilter {...field('from')} type={typeOf(query.typed.from)} />
      <TextFilter {...field('to')} type={typeOf(query.typed.to)} />
      {query.typed.import ? <input type="hidden" name="import" value={query.typed.import} /> : null}
    </FilterForm>
  )
}

/**
 * A browser shows nothing in a `datetime-local` field for a value in another format, so such a
 * value gets a text field.
 */
function typeOf(typed: string | undefined): string {
  return typed === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(typed)
    ? 'datetime-local'
    : 'text'
}

interface FilterProps {
  name: TypedFilter
  label: string
  typed: string
  fault: string | null
}

function ActionFilter({ texts, ...field }: FilterProps & { texts: Texts }) {
  const { typed } = field
  const names = texts.actions as Record<string, string>
  const kinds = [...new Set(Object.keys(names).map(kindOf))]
  const known = typed === '' || typed in names || kinds.some((kind) => `${kind}.*` === typed)
  return (
    <SelectFilter {...field}>
      <option value="">{texts.filters.anyAction}</option>
      {known ? null : <option value={typed}>{typed}</option>}
      {kinds.map((kind) => (
        <optgroup key={kind} label={kind}>
          <option value={`${kind}.*`}>{formatMessage(texts.filters.allOf, { kind })}</option>
          {Object.entries(names)
            .filter(([action]) => kindOf(action) === kind)
            .map(([action, text]) => (
              <option key={action} value={action}>
                {text}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectFilter>
  )
}

function kindOf(action: string): string {
  return action.split('.', 1)[0]!
}
