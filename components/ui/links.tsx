import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { mergeClassNames } from '@/components/ui/class-names'
import { LinkPending } from '@/components/ui/link-pending'

interface TextLinkProps extends ComponentProps<typeof Link> {
  /** Not inside a sentence: gets the minimum height of a touch target. */
  alone?: boolean
}

/** The classes of a text link, for a link that does a full page load. */
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

/** A text link. Not prefetched, because pages are rendered per request. */
export function TextLink({ className, alone = false, children, ...rest }: TextLinkProps) {
  return (
    <Link prefetch={false} className={textLinkClasses({ alone, className })} {...rest}>
      {children}
      <LinkPending />
    </Link>
  )
}

/** The link from a page back to its list. */
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
  /** The label of the tab list. */
  label: string
  tabs: readonly LinkTab[]
  /**
   * Does a full page load per view: a frame in it needs the CSP nonce that came with the document.
   */
  loadsPage?: boolean
}

/** The views of a page as tabs: links, so that every view has a URL. */
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
