import { cva, type VariantProps } from 'class-variance-authority'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { clsx } from 'clsx'

const alertClasses = cva(
  'flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5 [&>svg]:mt-0.5 [&>svg]:size-4',
  {
    variants: {
      tone: {
        danger: 'border-danger-line bg-danger-soft [&>svg]:text-danger',
        success: 'border-success-line bg-success-soft [&>svg]:text-success',
        warning: 'border-warning-line bg-warning-soft [&>svg]:text-warning',
        info: 'border-line bg-subtle [&>svg]:text-muted',
      },
    },
    defaultVariants: { tone: 'info' },
  },
)

const icons = { danger: CircleAlert, success: CircleCheck, warning: TriangleAlert, info: Info }

/**
 * A message about the whole form or page. Give it a `role` if it appears after the page has loaded.
 */
export function Alert({
  className,
  tone,
  children,
  ...rest
}: ComponentProps<'div'> & VariantProps<typeof alertClasses>) {
  const Icon = icons[tone ?? 'info']
  return (
    <div className={clsx(alertClasses({ tone }), className)} {...rest}>
      <Icon aria-hidden className="shrink-0" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}
