import { CopyButton } from '@/components/ui/copy-print-buttons'
import { CodeBlock } from '@/components/ui/card'
import type { Messages } from '@/lib/i18n/messages'

/** Code with its title and a button that copies it. */
export function CodeExample({
  title,
  code,
  label = title,
  tall = false,
  texts,
}: {
  title: string
  /** Names the code for screen readers, if the title is not unique on the page. */
  label?: string
  code: string
  /** Scrolls instead of growing beyond the screen. */
  tall?: boolean
  texts: Pick<Messages['reference'], 'copy' | 'copied' | 'copyFailed'>
}) {
  return (
    <figure className="min-w-0">
      <div className="mb-1.5 flex min-h-8 flex-wrap items-end justify-between gap-3">
        <figcaption className="text-[0.8125rem] font-medium text-muted">{title}</figcaption>
        <CopyButton label={texts.copy} copied={texts.copied} failed={texts.copyFailed} />
      </div>
      <CodeBlock label={label} className={tall ? 'max-h-96' : undefined}>
        {code}
      </CodeBlock>
    </figure>
  )
}
