import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

interface LiveRegionProps extends ComponentProps<'div'> {
  role: 'status' | 'alert'
}

/**
 * A place for messages that screen readers announce. While empty, it takes up no space but stays in
 * the accessibility tree: a message in a region that appears together with it is often not
 * announced.
 */
export function LiveRegion({ className, ...rest }: LiveRegionProps) {
  return <div {...rest} className={clsx(className, 'empty:sr-only')} />
}

/** The error of a field, announced when it appears. The field refers to its `id`. */
export function FieldMessage({ className, ...rest }: ComponentProps<'p'>) {
  return (
    <p
      {...rest}
      role="alert"
      className={clsx(className, 'text-[0.8125rem] text-danger empty:sr-only')}
    />
  )
}
