import type { ReactNode } from 'react'
import { BreadcrumbLeaf } from '@/components/layout/nav-links'
import { BackLink } from '@/components/ui/links'

/** The header of a dashboard page: title, description and actions for the page as a whole. */
export function PageHeader({
  title,
  lead,
  back,
  children,
}: {
  title: string
  lead?: ReactNode
  /** The list that the page belongs to. */
  back?: { href: string; label: string } | undefined
  children?: ReactNode
}) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <BreadcrumbLeaf title={title} />
      <div className="min-w-0">
        {back ? (
          <p className="mb-2">
            <BackLink href={back.href}>{back.label}</BackLink>
          </p>
        ) : null}
        <h1 className="text-2xl [overflow-wrap:anywhere] font-semibold tracking-tight">{title}</h1>
        {lead ? <p className="mt-1 [overflow-wrap:anywhere] text-muted">{lead}</p> : null}
      </div>
      {children}
    </header>
  )
}

/** The first Tab stop: skips the navigation. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-primary px-3 py-2 font-medium text-on-primary focus-visible:translate-y-0"
    >
      {label}
    </a>
  )
}
