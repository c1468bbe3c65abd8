import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/live/auto-refresh'
import { TextLink } from '@/components/ui/text-link'

interface UntilDoneProps {
  /** The page's own address. */
  href: string
  label: string
  /** What can be done about it meanwhile. */
  children?: ReactNode
}

/** On a page that shows something under way: has it read itself anew, by script, or as a page that reloads. */
export function UntilDone({ href, label, children }: UntilDoneProps) {
  return (
    <>
      <AutoRefresh />
      {/* Not at once: a question that is open closes with it. */}
      <noscript>
        <meta httpEquiv="refresh" content="6" />
      </noscript>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TextLink alone href={href}>
          {label}
        </TextLink>
        {children}
      </div>
    </>
  )
}
