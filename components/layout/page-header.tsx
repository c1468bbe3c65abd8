import type { ReactNode } from 'react'

/** The head of a dashboard page: what it is, in a sentence, and what can be done to all of it. */
export function PageHeader({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children?: ReactNode
}) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl [overflow-wrap:anywhere] font-semibold tracking-tight">{title}</h1>
        {lead ? <p className="mt-1 text-muted">{lead}</p> : null}
      </div>
      {children}
    </header>
  )
}
