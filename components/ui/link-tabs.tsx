import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button'
import { LinkPending } from '@/components/ui/link-pending'

/** One of several views of a page. */
export interface LinkTab {
  href: string
  label: string
  current: boolean
}

/** Views of one page side by side: links, so that every view has an address. `label` names the choice. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {tabs.map(({ href, label: name, current }) => (
        <Link
          key={href}
          className={buttonClasses({ size: 'sm', variant: current ? 'outline' : 'ghost' })}
          href={href}
          prefetch={false}
          scroll={false}
          aria-current={current ? 'true' : undefined}
        >
          {name}
          <LinkPending />
        </Link>
      ))}
    </nav>
  )
}
