import type { ComponentProps, ReactNode } from 'react'
import { mergeClassNames } from '@/components/ui/class-names'

/**
 * A raised surface for one topic. It clips instead of hiding what overflows: focusing a field would
 * scroll it otherwise.
 */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={mergeClassNames(
        'min-w-0 overflow-clip rounded-xl border border-line bg-surface shadow-card',
        className,
      )}
      {...rest}
    />
  )
}

interface CardHeaderProps {
  title: string
  lead?: ReactNode
  id?: string
  /** Actions for the whole card, at the end of the line. */
  children?: ReactNode
}

/** The heading of a card, with a description. */
export function CardHeader({ title, lead, id, children }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-5 sm:px-6">
      <div className="min-w-0">
        <h2 id={id} className="text-base font-semibold tracking-tight wrap-anywhere">
          {title}
        </h2>
        {lead ? <p className="mt-1 wrap-anywhere text-muted">{lead}</p> : null}
      </div>
      {children}
    </header>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={mergeClassNames('px-5 py-5 sm:px-6', className)} {...rest} />
}

/** The footer of a card: its action, or related links. */
export function CardFooter({ className, ...rest }: ComponentProps<'footer'>) {
  return (
    <footer
      className={mergeClassNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-canvas px-5 py-3 text-muted sm:px-6',
        className,
      )}
      {...rest}
    />
  )
}

/**
 * Text for a terminal, or an HTTP message. It scrolls, and can be focused so that the keyboard can
 * scroll it.
 */
export function CodeBlock({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: string
}) {
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className={mergeClassNames(
        'overflow-auto rounded-lg border border-line bg-subtle px-4 py-3 font-mono text-[0.8125rem] leading-relaxed',
        className,
      )}
    >
      <code>{children}</code>
    </pre>
  )
}

/** A term and its value, in a description list. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-[0.8125rem] text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The same on one line: the values of a list start at the same place. */
export function FactRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
