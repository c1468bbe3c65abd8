import { changeImport } from '@/app/dashboard/users/import/[id]/actions'
import { ImportOutcome } from '@/app/dashboard/users/import/[id]/import-outcome'
import { ImportStatus } from '@/app/dashboard/users/import/import-status'
import { ConfirmedForm } from '@/components/forms/confirmed-form'
import { ProgressReport } from '@/components/live/progress-report'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/user-import/present-import'

interface ImportProgressProps {
  shown: PresentedImport
  locale: Locale
  messages: Messages
  at: Date
}

/** How far an import is, the way to stop it, and what came of it. */
export function ImportProgress({ shown, locale, messages, at }: ImportProgressProps) {
  const { detail, columns } = messages.userImport
  const { status, processed, total, created, refused } = shown
  const underWay = status === 'queued' || status === 'running'
  return (
    <ProgressReport
      href={`/dashboard/users/import/${shown.id}`}
      locale={locale}
      texts={detail}
      status={<ImportStatus status={status} texts={messages.userImport} />}
      processed={processed}
      total={total}
      counts={[
        [shown.dry_run ? detail.wouldCreate : columns.created, created],
        [columns.refused, refused],
        ...(status === 'stopped' ? [[detail.notReached, total - processed] as const] : []),
      ]}
      underWay={underWay}
      finished={status === 'completed'}
      stop={
        underWay ? (
          <ConfirmedForm
            action={changeImport}
            intent="cancel"
            button={detail.stop}
            title={detail.stopTitle}
            text={shown.dry_run ? detail.stopDryText : detail.stopText}
            cancel={detail.cancel}
            problemTexts={{ conflict: detail.ended }}
            danger
            size="sm"
            locale={locale}
          />
        ) : null
      }
    >
      {underWay ? null : <ImportOutcome shown={shown} locale={locale} messages={messages} at={at} />}
    </ProgressReport>
  )
}
