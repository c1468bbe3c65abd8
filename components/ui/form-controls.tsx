import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { mergeClassNames } from '@/components/ui/class-names'

/**
 * The classes shared by text inputs and selects. 16 px on phones, because browsers zoom in on
 * smaller text.
 */
export const controlClasses =
  'h-9 w-full min-w-0 rounded-md border border-control-line bg-raised px-3 text-base text-ink shadow-control transition-colors duration-100 placeholder:text-muted hover:border-muted focus-visible:border-ring focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger sm:text-sm'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(controlClasses, className)} {...rest} />
}

/** A native select with the same arrow in every browser. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select className={clsx(controlClasses, 'appearance-none pr-9', className)} {...rest} />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted"
      />
    </div>
  )
}

/** A native checkbox in the product's colors. */
export function Checkbox({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="checkbox"
      className={mergeClassNames(
        'mt-0.5 size-4 shrink-0 accent-(--primary) disabled:cursor-not-allowed',
        className,
      )}
      {...rest}
    />
  )
}
