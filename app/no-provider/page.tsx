import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { MessagePage } from '@/components/feedback/message-page'
import { PublicShell } from '@/components/layout/public-shells'
import { buttonClasses } from '@/components/ui/button'
import { formatMessage } from '@/lib/i18n/format'
import { pageLanguage, webTheme } from '@/lib/web/preferences'
import { loginPath } from '@/lib/web/safe-redirect'
import { webRequestId } from '@/lib/web/web-context'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.problems.oauth_provider_disabled.title }
}

/** Shown in place of a sign-in with a provider that is not enabled, or no longer. */
export default async function Page() {
  const { locale, messages } = await pageLanguage()
  const { title, text } = messages.problems.oauth_provider_disabled
  const id = webRequestId(await headers())
  return (
    <PublicShell locale={locale} theme={await webTheme()}>
      <MessagePage eyebrow="404" heading={title} lead={text}>
        <a className={buttonClasses()} href={loginPath(null)}>
          {messages.auth.login.title}
        </a>
        <p className="text-xs break-all text-muted">
          {formatMessage(messages.forms.requestId, { id })}
        </p>
      </MessagePage>
    </PublicShell>
  )
}
