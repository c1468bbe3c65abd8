import type { ReactNode } from 'react'

interface MessagePageProps {
  /** A short text above the heading, such as a status code. */
  eyebrow?: string
  heading: string
  lead: string
  children?: ReactNode
}

/** A page that only has a message: not found, forbidden, an error. */
export function MessagePage({ eyebrow, heading, lead, children }: MessagePageProps) {
  return (
    <div className="mx-auto grid w-full max-w-md justify-items-center py-10 text-center" data-wide>
      {eyebrow ? <p className="mb-2 font-mono text-xs text-muted">{eyebrow}</p> : null}
      <h1 className="text-2xl font-semibold tracking-tight">{heading}</h1>
      <p className="mt-2 text-balance text-muted">{lead}</p>
      {children ? <div className="mt-6 grid justify-items-center gap-4">{children}</div> : null}
    </div>
  )
}
