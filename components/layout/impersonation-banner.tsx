import { Eye } from 'lucide-react'
import { stopViewing } from '@/app/auth/logout/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage } from '@/lib/i18n/format'
import { findImpersonation } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

/**
 * Says on every page that an administrator views it as another user, with the button to stop.
 * Nothing otherwise.
 */
export async function ImpersonationBanner() {
  const viewing = await findImpersonation()
  if (!viewing) return null
  const { locale, messages } = await pageLanguage()
  const texts = messages.impersonation.banner
  const { person, endsAt } = viewing
  return (
    <section
      aria-label={texts.label}
      data-sticky="bottom"
      className="sticky bottom-0 z-20 border-t border-line-strong bg-warning-soft text-ink print:hidden"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5 sm:px-6">
        <p className="flex min-w-0 items-start gap-2.5">
          <Eye aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {person ? formatMessage(texts.viewing, { person }) : texts.over}{' '}
            {person && endsAt ? (
              <span className="whitespace-nowrap">
                {texts.ends} <LocalTime at={endsAt.toISOString()} locale={locale} />
              </span>
            ) : null}
          </span>
        </p>
        <PageForm action={stopViewing} locale={locale} className="max-w-full">
          <SubmitButton
            variant="outline"
            size="sm"
            className="h-auto min-h-8 max-w-full py-1 wrap-anywhere whitespace-normal"
            pendingText={messages.forms.pending}
          >
            {person ? formatMessage(texts.stop, { person }) : texts.back}
          </SubmitButton>
        </PageForm>
      </div>
    </section>
  )
}
