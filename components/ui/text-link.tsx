import Link from 'next/link'
import type { ComponentProps } from 'react'
import { classNames } from '@/components/ui/class-names'

/** A link inside text. Not prefetched: pages are made for each request. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      prefetch={false}
      className={classNames(
        'rounded-xs font-medium text-accent underline decoration-line-strong underline-offset-3 transition-colors hover:decoration-current',
        className,
      )}
      {...rest}
    />
  )
}
