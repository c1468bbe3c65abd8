import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from '@/components/ui/text-link'

/** The way back from a page to the list that it belongs to. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink alone href={href} className="inline-flex items-center gap-1.5 text-[0.8125rem] no-underline">
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </TextLink>
  )
}
