import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

/** The classes of a button, for any element that acts as one. */
export const buttonClasses = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors duration-100 select-none disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-progress aria-disabled:opacity-70 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary shadow-control hover:bg-primary-hover',
        outline: 'border border-line-strong bg-raised text-ink shadow-control hover:bg-hover',
        ghost: 'text-muted hover:bg-hover hover:text-ink',
        danger: 'bg-danger-solid text-on-danger shadow-control hover:bg-danger-solid-hover',
        dangerOutline:
          'border border-line-strong bg-raised text-danger shadow-control hover:bg-danger-soft',
      },
      size: {
        sm: 'h-8 px-3 text-[0.8125rem]',
        md: 'h-9 px-3.5 text-sm',
        lg: 'h-10 px-4 text-sm',
        icon: 'size-9',
        iconSm: 'size-8',
        menu: 'h-8 px-2.5 text-sm',
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
