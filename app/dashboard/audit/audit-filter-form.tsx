import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { controlClasses, Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { TextLink } from '@/components/ui/text-link'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import type { AuditFilterName, AuditQuery } from '@/lib/web/audit-query'

type Texts = Messages['audit']

/** The filters of the audit trail: a plain form that leads to an address. */
export function AuditFilterForm({ query, texts }: { query: AuditQuery; texts: Texts }) {
  const words = texts.filters
  const field = (name: AuditFilterName) => ({
    name,
    label: words[name],
    typed: query.typed[name] ?? '',
    fault: query.faults.includes(name) ? words.invalid : null,
  })
  return (
    <form method="get" action="/dashboard/audit" aria-label={words.label} className="mb-4">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <TextFilter {...field('actor')} placeholder={words.actorHint} autoComplete="off" />
        <ActionFilter {...field('action')} texts={texts} />
        <TextFilter {...field('target')} autoComplete="off" />
        <TextFilter {...field('ip')} autoComplete="off" />
        <TextFilter {...field('from')} type={typeOf(query.typed.from)} />
        <TextFilter {...field('to')} type={typeOf(query.typed.to)} />
      </div>
      <div className="mt-3 flex items-center gap-3">
        <Button type="submit" size="sm">
          {words.apply}
        </Button>
        {Object.keys(query.typed).length > 0 ? (
          <TextLink alone href="/dashboard/audit">
            {words.clear}
          </TextLink>
        ) : null}
      </div>
    </form>
  )
}

/** A browser shows nothing in its own field for a time that is written otherwise: then it is text. */
function typeOf(typed: string | undefined): string {
  return typed === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(typed) ? 'datetime-local' : 'text'
}

interface FilterProps {
  name: AuditFilterName
  label: string
  typed: string
  fault: string | null
}

function TextFilter({ name, label, typed, fault, ...rest }: FilterProps & ComponentProps<'input'>) {
  const id = `filter-${name}`
  return (
    <div className="grid gap-1">
      <Label htmlFor={id}>{label}</Label>
      <Input
        key={typed}
        id={id}
        name={name}
        defaultValue={typed}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        {...rest}
      />
      {fault ? (
        <p id={`${id}-fault`} className="text-[0.8125rem] text-danger">
          {fault}
        </p>
      ) : null}
    </div>
  )
}

function ActionFilter({ name, label, typed, fault, texts }: FilterProps & { texts: Texts }) {
  const id = `filter-${name}`
  const names = texts.actions as Record<string, string>
  const kinds = [...new Set(Object.keys(names).map(kindOf))]
  const known = typed === '' || typed in names || kinds.some((kind) => `${kind}.*` === typed)
  return (
    <div className="grid gap-1">
      <Label htmlFor={id}>{label}</Label>
      <select key={typed} id={id} name={name} defaultValue={typed} className={controlClasses}>
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
      </select>
      {fault ? <p className="text-[0.8125rem] text-danger">{fault}</p> : null}
    </div>
  )
}

function kindOf(action: string): string {
  return action.split('.', 1)[0]!
}
