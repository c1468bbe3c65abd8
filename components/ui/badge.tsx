import { cva, type VariantProps } from 'class-variance-authority'
import { BadgeCheck, CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { mergeClassNames } from '@/components/ui/class-names'

const badgeClasses = cva(
  'inline-flex items-center gap-1 rounded-full border px-2 py-px text-xs font-medium whitespace-nowrap [&_svg]:size-3',
  {
    variants: {
      tone: {
        neutral: 'border-line bg-subtle text-muted',
        success: 'border-success-line bg-success-soft text-success',
        warning: 'border-warning-line bg-warning-soft text-warning',
        danger: 'border-danger-line bg-danger-soft text-danger',
        accent: 'border-transparent bg-accent-soft text-accent',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

/** A short label for the state of the item beside it. */
export function Badge({
  className,
  tone,
  ...rest
}: ComponentProps<'span'> & VariantProps<typeof badgeClasses>) {
  return <span className={mergeClassNames(badgeClasses({ tone }), className)} {...rest} />
}

/** Whether an email address is confirmed. */
export function VerifiedBadge({
  verified,
  texts,
}: {
  verified: boolean
  texts: { verified: string; notVerified: string }
}) {
  return verified ? (
    <Badge tone="success">
      <BadgeCheck aria-hidden />
      {texts.verified}
    </Badge>
  ) : (
    <Badge tone="warning">
      <CircleAlert aria-hidden />
      {texts.notVerified}
    </Badge>
  )
}
