import { Badge } from '@/components/ui/badge'
import { TextLink } from '@/components/ui/text-link'
import type { ImportRun } from '@/lib/audit/find-import-runs'
import { formatCount } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { auditAddress } from '@/lib/web/audit-query'

interface ImportEntryProps {
  run: ImportRun
  locale: Locale
  texts: Messages['audit']
}

/** What came of an import, in the row of its start, and the way to the records of the users that it created. */
export function ImportEntry({ run, locale, texts }: ImportEntryProps) {
  const words = texts.imports
  const { importId, dryRun, status, created, refused } = run
  const counted = [
    formatCount(dryRun ? words.checked : words.created, created, locale),
    ...(refused > 0 ? [formatCount(words.refused, refused, locale)] : []),
  ]
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
      {status === 'running' ? words.running : counted.join(', ')}
      {status === 'stopped' || status === 'cancelled' ? <Badge tone="warning">{words[status]}</Badge> : null}
      {dryRun || created === 0 ? null : (
        // Above the row's own link.
        <TextLink alone href={auditAddress({ import: importId })} className="relative z-1">
          {words.show}
        </TextLink>
      )}
    </span>
  )
}
