import type { ComponentProps } from 'react'
import { mergeClassNames } from '@/components/ui/class-names'

/** The browser's own checkbox in the colors of the product. */
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
