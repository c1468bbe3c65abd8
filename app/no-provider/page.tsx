import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { MessagePage } from '@/components/feedback/message-page'
import { PublicShell } from '@/components/layout/public-shells'
import { buttonClasses } from '@/components/ui/button'
import { markPageMissing } from '@/lib/http/pages/page-exchange'
import { formatMessage } from '@/lib/i18n/format'
import { findSignedIn } from '@/lib/web/page-request'
import { pageLanguage, webTheme } from '@/lib/web/preferences'
import { HOME, loginPath } from '@/lib/web/safe-redirect'
import { webRequestId } from '@/lib/web/web-context'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.problems.oauth_provider_disabled.title }
}

/**
 * Shown with status 404 in place of a sign-in with a provider that is not enabled, or no longer.
 */
export default async function Page() {
  markPageMissing()
  const { locale, messages } = await pageLanguage()
  const { title, text } = messages.problems.oauth_provider_disabled
  const signedIn = await findSignedIn()
  const id = webRequestId(await headers())
  return (
    <PublicShell locale={locale} theme={await webTheme()}>
      <MessagePage eyebrow="404" heading={title} lead={text}>
        <a className={buttonClasses()} href={signedIn ? HOME : loginPath(null)}>
          {signedIn ? messages.pages.toHome : messages.auth.login.title}
        </a>
        <p className="text-xs break-all text-muted">
          {formatMessage(messages.forms.requestId, { id })}
        </p>
      </MessagePage>
    </PublicShell>
  )
}
