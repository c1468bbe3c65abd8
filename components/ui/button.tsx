import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

/**
 * The classes of a button, for any element that acts as one. A label that is wider than its place
 * wraps, except in a table, whose columns would otherwise become as narrow as a word. All have a
 * border, also those that don't show it: with forced colors it is all that marks a button.
 */
export const buttonClasses = cva(
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md border text-center font-medium transition-colors in-[td]:whitespace-nowrap duration-100 select-none disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-progress aria-disabled:opacity-70 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-transparent bg-primary text-on-primary shadow-control hover:bg-primary-hover',
        outline: 'border-line-strong bg-raised text-ink shadow-control hover:bg-hover',
        ghost: 'border-transparent text-muted hover:bg-hover hover:text-ink',
        danger:
          'border-transparent bg-danger-solid text-on-danger shadow-control hover:bg-danger-solid-hover',
        dangerOutline:
          'border-line-strong bg-raised text-danger shadow-control hover:bg-danger-soft',
      },
      size: {
        sm: 'min-h-8 px-3 py-1 text-[0.8125rem]',
        md: 'min-h-9 px-3.5 py-1 text-sm',
        lg: 'min-h-10 px-4 py-1 text-sm',
        icon: 'size-9',
        iconSm: 'size-8',
        menu: 'min-h-8 px-2.5 py-1 text-sm',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

export type ButtonVariant = VariantProps<typeof buttonClasses>['variant']

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonClasses> {}

/**
 * A button, by default with `type="button"` so that none submits a form by accident. A link that
 * looks like a button uses `buttonClasses`.
 */
export function Button({ className, variant, size, ...rest }: ButtonProps) {
  return <button type="button" className={buttonClasses({ variant, size, className })} {...rest} />
}
