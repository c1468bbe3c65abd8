'use client'

import { ChevronDown } from 'lucide-react'
import { useRouter } from 'next/navigation'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useTransition,
} from 'react'
import { addressedValue } from '@/components/data-table/filter-time'
import { Label } from '@/components/forms/fields'
import { isFieldChanged } from '@/components/forms/form-submission'
import { Button, buttonClasses } from '@/components/ui/button'
import { mergeClassNames } from '@/components/ui/class-names'
import { Input, Select } from '@/components/ui/form-controls'
import { TextLink } from '@/components/ui/links'

/**
 * How long fields that change while being filled in wait for further input, by type, in
 * milliseconds.
 */
const PAUSE_MS: Record<string, number> = { search: 300, 'datetime-local': 800 }

interface FilterFormProps {
  /** The page's own path: the form submits to a URL of it. */
  action: string
  texts: { label: string; apply: string; clear: string }
  /** Whether the form offers to clear the filters. */
  filtered: boolean
  /**
   * The number of filters in the URL, for a form that is long for phones: there, its fields are
   * folded until there are any.
   */
  foldedCount?: number
  /** The grid classes of the fields. */
  className?: string
  children: ReactNode
}

/**
 * The filters of a list: a plain form whose fields become the URL's query. With JavaScript, a
 * selection applies at once and a search after a short pause; without it, there is a button.
 */
export function FilterForm({
  action,
  texts,
  filtered,
  foldedCount,
  className,
  children,
}: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [pending, startTransition] = useTransition()
  const router = useRouter()
  const apply = () => {
    const query = queryOf(form.current!)
    startTransition(() => router.replace(query ? `${action}?${query}` : action, { scroll: false }))
  }
  useApplyOnChange(form, apply)
  return (
    <form
      ref={form}
      method="get"
      action={action}
      // Live refreshes don't wait for it (refresh-scheduler.ts).
      data-filters
      // Otherwise the browser restores the fields on "Back", and they no longer match the URL.
      autoComplete="off"
      aria-label={texts.label}
      aria-busy={pending}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      className="mb-4"
    >
      <FoldedOnPhones label={texts.label} count={foldedCount}>
        <div
          className={mergeClassNames(
            'grid items-start gap-3 sm:grid-cols-2',
            className ?? 'lg:grid-cols-3',
          )}
        >
          {children}
        </div>
        <noscript>
          <Button type="submit" size="sm" className="mt-3">
            {texts.apply}
          </Button>
        </noscript>
      </FoldedOnPhones>
      {filtered ? (
        <p className="mt-3">
          <TextLink alone href={action}>
            {texts.clear}
          </TextLink>
        </p>
      ) : null}
    </form>
  )
}

interface FoldedOnPhonesProps {
  label: string
  count: number | undefined
  children: ReactNode
}

/** Browsers that cannot show the content of a closed `details` fold it on all screens. */
function FoldedOnPhones({ label, count, children }: FoldedOnPhonesProps) {
  // Only at first: it must not fold while its last filter is cleared.
  const [isOpen] = useState(count !== undefined && count > 0)
  if (count === undefined) return children
  return (
    // As in `Disclosure`: what the user unfolded before hydration stays.
    <details
      open={isOpen}
      suppressHydrationWarning
      className="group sm:details-content:[content-visibility:visible]"
    >
      <summary
        className={buttonClasses({
          variant: 'outline',
          className: 'group-open:mb-3 sm:supports-[selector(::details-content)]:hidden',
        })}
      >
        {count > 0 ? `${label} (${count})` : label}
        <ChevronDown aria-hidden className="-mr-1 transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}

/** The non-empty fields as a query string. */
function queryOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].flatMap(([name, typed]) => {
    const value = typeof typed === 'string' ? typed.trim() : ''
    return value ? [[name, addressedValue(form.elements.namedItem(name), value)]] : []
  })
  return new URLSearchParams(fields).toString()
}

/** Applies a selection at once, a text field on blur, and a search or time after a pause. */
function useApplyOnChange(form: RefObject<HTMLFormElement | null>, apply: () => void): void {
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  useEffect(() => {
    const { current } = form
    if (!current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onChange = ({ type, target }: Event) => {
      const field = (target as HTMLInputElement).type
      if ((type === 'input') !== (field === 'search')) return
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), PAUSE_MS[field] ?? 0)
    }
    // The native "change" event, which React does not expose for text fields.
    for (const type of ['change', 'input']) current.addEventListener(type, onChange)
    // Input from before this script ran. (A browser clears an invalid time by itself.)
    const early = [...current.elements].some((field) => isFieldChanged(field) && !field.ariaInvalid)
    if (early) timer = setTimeout(() => latest.current(), 0)
    return () => {
      clearTimeout(timer)
      for (const type of ['change', 'input']) current.removeEventListener(type, onChange)
    }
  }, [form])
}

interface FilterFieldProps {
  name: string
  label: string
  /** The value in the URL. */
  typed: string
  /** Why the value is invalid. */
  fault?: string | null
  className?: string
}

interface TextFilterProps
  extends FilterFieldProps, Omit<ComponentProps<'input'>, 'defaultValue' | keyof FilterFieldProps> {
  /** The time in the URL, if the field shows it in another time zone. */
  'data-utc'?: string
}

/** A text filter. */
export function TextFilter({ className, ref, ...field }: TextFilterProps) {
  const { label: _label, typed, fault: _fault, ...rest } = field
  const control = useAddressed<HTMLInputElement>(typed, field['data-utc'])
  useImperativeHandle(ref, () => control.current!, [control])
  return (
    <FilterFrame field={field} className={className}>
      <Input ref={control} {...rest} {...controlProps(field)} />
    </FilterFrame>
  )
}

/** A filter with a fixed set of values; `children` are its options. */
export function SelectFilter({
  className,
  children,
  ...field
}: FilterFieldProps & { children: ReactNode }) {
  const control = useAddressed<HTMLSelectElement>(field.typed)
  return (
    <FilterFrame field={field} className={className}>
      <Select ref={control} {...controlProps(field)}>
        {children}
      </Select>
    </FilterFrame>
  )
}

/**
 * Updates a field when the URL changes by other means, unless the user is typing in it. The value
 * in the URL is also the field's default, so only a field that differs from it counts as edited
 * (refresh-scheduler.ts). `address` is the value in the URL if the field shows it differently.
 */
function useAddressed<T extends HTMLInputElement | HTMLSelectElement>(
  typed: string,
  address = typed,
) {
  const control = useRef<T>(null)
  const latest = useRef<string | null>(null)
  useEffect(() => {
    const field = control.current
    if (!field) return
    if (field instanceof HTMLSelectElement)
      for (const option of field.options) option.defaultSelected = option.value === typed
    // What was entered before the first run is applied by the form.
    const changed = latest.current !== null && latest.current !== address
    if (changed && field !== document.activeElement) field.value = typed
    latest.current = address
  }, [typed, address])
  return control
}

const idOf = (name: string) => `filter-${name}`

function controlProps({ name, typed, fault }: FilterFieldProps) {
  return {
    id: idOf(name),
    name,
    defaultValue: typed,
    'aria-invalid': fault ? (true as const) : undefined,
    'aria-describedby': fault ? `${idOf(name)}-fault` : undefined,
  }
}

function FilterFrame({
  field: { name, label, fault },
  className,
  children,
}: {
  field: FilterFieldProps
  className?: string
  children: ReactNode
}) {
  return (
    <div className={mergeClassNames('grid gap-1', className)}>
      <Label htmlFor={idOf(name)}>{label}</Label>
      {children}
      {fault ? (
        <p id={`${idOf(name)}-fault`} className="text-[0.8125rem] text-danger">
          {fault}
        </p>
      ) : null}
    </div>
  )
}
