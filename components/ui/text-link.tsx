import Link from 'next/link'
import type { ComponentProps } from 'react'
import { mergeClassNames } from '@/components/ui/class-names'
import { LinkPending } from '@/components/ui/link-pending'

interface TextLinkProps extends ComponentProps<typeof Link> {
  /** Not inside a sentence: it gets the height that a finger needs. */
  alone?: boolean
}

/** How links in words look, for a link that loads a whole page. */
export function textLinkClasses({ alone = false, className }: { alone?: boolean; className?: string }) {
  return mergeClassNames(
    'rounded-xs font-medium text-accent underline decoration-line-strong underline-offset-3 transition-colors hover:decoration-current',
    alone && 'inline-block min-h-6 py-0.5',
    className,
  )
}

/** A link in words. Not prefetched: pages are made for each request. */
export function TextLink({ className, alone = false, children, ...rest }: TextLinkProps) {
  return (
    <Link prefetch={false} className={textLinkClasses({ alone, className })} {...rest}>
      {children}
      <LinkPending />
    </Link>
  )
}
