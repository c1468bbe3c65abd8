import { headers } from 'next/headers'
import { cache } from 'react'
import { MissingRecord } from '@/app/dashboard/missing-record'
import { ImportInvitations } from '@/app/dashboard/users/import/[id]/import-invitations'
import { ImportProgress } from '@/app/dashboard/users/import/[id]/import-progress'
import { RefusedRows } from '@/app/dashboard/users/import/[id]/refused-rows'
import { RecoveryAction } from '@/components/forms/refusal-alert'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { LiveRegion } from '@/components/ui/live-region'
import { TextWithTime } from '@/components/ui/text-with-time'
import { formatInstant } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { now } from '@/lib/platform/clock'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { getImport, listFirstRefused } from '@/lib/users/import/list-imports'
import type { PresentedImport } from '@/lib/users/import/present-import'
import { reviewDryRun } from '@/lib/users/import/review-dry-run'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'
import { webRequestContext } from '@/lib/web/web-context'

const SHOWN = 50

/** Cached per request: the title and the page both need it. */
const findImport = cache(async (viewer: SessionPrincipal, id: string) =>
  getImport(viewer, id, webRequestContext(await headers())),
)

const page = definePage('/dashboard/users/import/[id]')

export const generateMetadata = page.composeTitle(async ({ principal, params }) => {
  const found = await findImport(principal, (await params).id)
  const { locale, messages } = await pageLanguage()
  if (!found.ok) return messages.pages.notFound.title
  const at = new Date(found.import.created_at)
  return pageTitle(found.import.file_name ?? formatInstant(at, locale), messages.userImport.title)
})

/** An import: progress, result, and refused rows with reasons. */
export default page.render(async ({ principal, params }) => {
  const found = await findImport(principal, (await params).id)
  if (!found.ok) return <MissingRecord kind="import" />
  const { locale, messages } = await pageLanguage()
  const texts = messages.userImport
  const shown = found.import
  const outcome = await readOutcome()
  const review = shown.dry_run ? await reviewDryRun(principal, shown) : null
  const refused = shown.refused > 0 ? await listFirstRefused(shown.id, SHOWN) : []
  return (
    <>
      <PageHeader
        title={shown.dry_run ? texts.detail.dryTitle : texts.detail.title}
        lead={
          <TextWithTime
            text={texts.detail.about}
            values={{ file: shown.file_name ?? texts.unnamed }}
            at={shown.created_at}
            locale={locale}
          />
        }
        back={{ href: '/dashboard/users/import', label: texts.detail.back }}
      />
      <LiveRegion role="alert" className="mb-4">
        {outcome?.code ? (
          <Alert tone="danger">
            <p>{refusalOf(outcome, messages)}</p>
            <RecoveryAction code={outcome.code} locale={locale} />
          </Alert>
        ) : null}
      </LiveRegion>
      <div className="grid gap-6">
        <ImportProgress
          shown={shown}
          review={review}
          locale={locale}
          messages={messages}
          at={now()}
        />
        {canBeInvited(shown) ? (
          <ImportInvitations shown={shown} locale={locale} messages={messages} />
        ) : null}
        {refused.length > 0 ? (
          <RefusedRows rows={refused} shown={shown} locale={locale} texts={texts} />
        ) : null}
      </div>
    </>
  )
})

function canBeInvited({
  status,
  dry_run: dryRun,
  without_password: people,
}: PresentedImport): boolean {
  return !dryRun && people > 0 && (status === 'completed' || status === 'stopped')
}

function refusalOf({ code, form }: FormOutcome, { userImport, problems }: Messages): string {
  if (code !== 'conflict') return problems[code!].text
  if (form === 'invite') return userImport.invitations.conflict
  return form === 'cancel' ? userImport.detail.ended : userImport.detail.conflict
}
