import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { mergeClassNames } from '@/components/ui/class-names'
import { LinkPending } from '@/components/ui/link-pending'

interface TextLinkProps extends ComponentProps<typeof Link> {
  /** Not inside a sentence: it gets the height that a finger needs. */
  alone?: boolean
}

/** How links in words look, for a link that loads a whole page. */
export function textLinkClasses({
  alone = false,
  className,
}: {
  alone?: boolean
  className?: string
}) {
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

/** The way back from a page to the list that it belongs to. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink
      alone
      href={href}
      className="inline-flex items-center gap-1.5 text-[0.8125rem] no-underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </TextLink>
  )
}

/** One of several views of a page. */
export interface LinkTab {
  href: string
  label: string
  current: boolean
}

interface LinkTabsProps {
  /** Names the choice. */
  label: string
  tabs: readonly LinkTab[]
  /**
   * Each view is loaded as a whole page: a frame in it needs the nonce of the policy that came with
   * the document.
   */
  loadsPage?: boolean
}

/** Views of one page side by side: links, so that every view has an address. */
export function LinkTabs({ label, tabs, loadsPage = false }: LinkTabsProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {tabs.map(({ href, label: name, current }) => {
        const link = {
          href,
          className: buttonClasses({ size: 'sm', variant: current ? 'outline' : 'ghost' }),
          'aria-current': current ? ('true' as const) : undefined,
        }
        if (loadsPage)
          return (
            <a key={href} {...link}>
              {name}
            </a>
          )
        return (
          <Link key={href} {...link} prefetch={false} scroll={false}>
            {name}
            <LinkPending />
          </Link>
        )
      })}
    </nav>
  )
}
