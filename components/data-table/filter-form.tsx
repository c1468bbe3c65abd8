import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { controlClasses, Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { TextLink } from '@/components/ui/text-link'
import { classNames } from '@/components/ui/class-names'

interface FilterFormProps {
  /** The page's own path: the form leads to an address of it. */
  action: string
  /** Where there are no filters; the page's own path unless told otherwise. */
  clearHref?: string
  texts: { label: string; apply: string; clear: string }
  /** Whether there is something to clear. */
  filtered: boolean
  /** The grid of the fields. */
  className?: string
  children: ReactNode
}

/** What narrows a list: a plain form whose fields become the address. */
export function FilterForm({
  action,
  clearHref = action,
  texts,
  filtered,
  className,
  children,
}: FilterFormProps) {
  return (
    <form method="get" action={action} aria-label={texts.label} className="mb-4">
      <div className={classNames('grid items-start gap-3 sm:grid-cols-2', className ?? 'lg:grid-cols-3')}>
        {children}
      </div>
      <div className="mt-3 flex items-center gap-3">
        <Button type="submit" size="sm">
          {texts.apply}
        </Button>
        {filtered ? (
          <TextLink alone href={clearHref}>
            {texts.clear}
          </TextLink>
        ) : null}
      </div>
    </form>
  )
}

interface FilterFieldProps {
  name: string
  label: string
  /** What the address says. */
  typed: string
  /** Why it can not be used. */
  fault?: string | null
  className?: string
}

/** A filter that is typed. */
export function TextFilter({
  className,
  ...field
}: FilterFieldProps & Omit<ComponentProps<'input'>, 'defaultValue'>) {
  const { label: _label, typed, fault: _fault, ...rest } = field
  return (
    <FilterFrame field={field} className={className}>
      <Input key={typed} {...rest} {...controlProps(field)} />
    </FilterFrame>
  )
}

/** A filter that is chosen; `children` are its options. */
export function SelectFilter({ className, children, ...field }: FilterFieldProps & { children: ReactNode }) {
  return (
    <FilterFrame field={field} className={className}>
      <select key={field.typed} {...controlProps(field)} className={controlClasses}>
        {children}
      </select>
    </FilterFrame>
  )
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
    <div className={classNames('grid gap-1', className)}>
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
