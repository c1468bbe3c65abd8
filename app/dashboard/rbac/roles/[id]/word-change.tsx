import type { Messages } from '@/lib/i18n/messages'

interface WordChangeProps {
  label: string
  before: string
  after: string
  texts: Messages['roles']['review']
}

/** The old and the new words of a field; nothing where they are the same. */
export function WordChange({ label, before, after, texts }: WordChangeProps) {
  if (before === after) return null
  return (
    <div>
      <h3 className="text-[0.8125rem] text-muted">{label}</h3>
      <p className="mt-0.5 break-words">
        <span className="sr-only">{texts.before}: </span>
        <del className="text-muted decoration-line-strong">{before || texts.empty}</del>{' '}
        <span aria-hidden className="text-muted">
          →
        </span>{' '}
        <span className="sr-only">{texts.after}: </span>
        <ins className="font-medium no-underline">{after || texts.empty}</ins>
      </p>
    </div>
  )
}
