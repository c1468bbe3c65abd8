import type { ReactNode } from 'react'

/** One thing that is known, in a list of such. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-[0.8125rem] text-muted">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
