import type { Field, Limit } from '@/app/docs/reference/schema-fields'
import { Badge } from '@/components/ui/badge'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/** For whom fields are shown. */
export interface Reader {
  texts: Messages['reference']
  locale: Locale
  /** Responses mark the fields that may be missing, requests those that may not. */
  marks?: 'optional' | 'required'
}

/** The fields of a body in each of its forms. */
export function FieldForms({ forms, reader }: { forms: Field[][]; reader: Reader }) {
  const { texts } = reader
  if (forms.length === 1) return <FieldList fields={forms[0]!} reader={reader} />
  return (
    <div className="grid gap-4">
      <p className="text-muted">{formatMessage(texts.oneOf, { count: forms.length })}</p>
      {forms.map((fields, n) => (
        <div key={n}>
          <p className="mb-1 text-[0.8125rem] font-medium">
            {formatMessage(texts.alternative, { number: n + 1 })}
          </p>
          <FieldList fields={fields} reader={reader} />
        </div>
      ))}
    </div>
  )
}

/** Fields or parameters, each with its type, limits and description. */
export function FieldList({ fields, reader }: { fields: readonly Field[]; reader: Reader }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <li key={field.name} className="grid gap-1 py-2.5">
          <FieldRow field={field} reader={reader} />
        </li>
      ))}
    </ul>
  )
}

function FieldRow({ field, reader }: { field: Field; reader: Reader }) {
  const { texts, locale, marks = 'required' } = reader
  const { name, type, required, description, values, initial, limits, forms } = field
  const notes = [
    ...limits.map((limit) => limitText(limit, reader)),
    ...(initial === null ? [] : [`${texts.initial}: ${initial}`]),
  ]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[0.8125rem]">
        <code className="font-mono font-medium break-all">{name}</code>
        <span className="font-mono break-words text-muted">{type}</span>
        {required === (marks === 'required') ? <Badge>{texts[marks]}</Badge> : null}
      </p>
      {description ? (
        <p lang="en" className="text-[0.8125rem] text-muted">
          {description}
        </p>
      ) : null}
      {values.length > 0 ? (
        <p className="text-[0.8125rem] text-muted">
          {texts.values} <span className="font-mono text-xs break-words">{values.join(', ')}</span>
        </p>
      ) : null}
      {notes.length > 0 ? (
        <p className="text-[0.8125rem] text-muted">
          {new Intl.ListFormat(locale, { type: 'unit' }).format(notes)}
        </p>
      ) : null}
      {forms.length > 0 ? (
        <details suppressHydrationWarning>
          <summary className="w-fit rounded-sm text-[0.8125rem] font-medium text-accent">
            {formatMessage(texts.fieldsOf, { name })}
          </summary>
          <div className="mt-2 border-l border-line pl-3">
            <FieldForms forms={forms} reader={reader} />
          </div>
        </details>
      ) : null}
    </>
  )
}

function limitText({ of, min, max }: Limit, { texts, locale }: Reader): string {
  const number = new Intl.NumberFormat(locale)
  const range =
    min === max
      ? number.format(min!)
      : min === null
        ? `≤ ${number.format(max!)}`
        : max === null
          ? `≥ ${number.format(min)}`
          : `${number.format(min)}–${number.format(max)}`
  return of === 'value' ? range : formatMessage(texts[of], { range })
}
