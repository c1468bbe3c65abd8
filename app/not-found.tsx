import type { Metadata } from 'next'
import { MessagePage } from '@/components/feedback/message-page'
import { PublicShell } from '@/components/layout/public-shell'
import { Button } from '@/components/ui/button'
import { pageLanguage } from '@/lib/web/page-language'
import { HOME } from '@/lib/web/safe-redirect'
import { webTheme } from '@/lib/web/web-theme'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.pages.notFound.title }
}

/** For every address that is none. */
export default async function NotFound() {
  const { locale, messages } = await pageLanguage()
  const { pages } = messages
  return (
    <PublicShell locale={locale} theme={await webTheme()}>
      <MessagePage eyebrow="404" heading={pages.notFound.heading} lead={pages.notFound.lead}>
        <Button asChild>
          <a href={HOME}>{pages.toHome}</a>
        </Button>
      </MessagePage>
    </PublicShell>
  )
}
