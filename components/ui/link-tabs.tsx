import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button'
import { LinkPending } from '@/components/ui/link-pending'

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
  /** Each view is loaded as a whole page: a frame in it needs the nonce of the policy that came with the document. */
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
