import type { Metadata } from 'next'
import { DashboardFrame } from '@/app/dashboard/dashboard-frame'
import { WhomToAsk } from '@/app/forbidden/whom-to-ask'
import { MessagePage } from '@/components/feedback/message-page'
import { PublicShell } from '@/components/layout/public-shell'
import { buttonClasses } from '@/components/ui/button'
import { permissionCatalog } from '@/lib/rbac/permission-catalog'
import { pageLanguage } from '@/lib/web/page-language'
import { findSignedIn } from '@/lib/web/require-page'
import { HOME } from '@/lib/web/safe-redirect'
import { parameter, type SearchParams } from '@/lib/web/search-params'
import { webTheme } from '@/lib/web/web-theme'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.pages.forbidden.title }
}

/** What a signed-in person sees in place of a page that they may not open: what is missing (`?permission`), and whom to ask. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { locale, messages } = await pageLanguage()
  const { pages, permissions } = messages
  const asked = parameter(await searchParams, 'permission')
  const permission = permissionCatalog.find(({ name }) => name === asked)?.name
  const signedIn = await findSignedIn()
  const message = (
    <div data-refused>
      <MessagePage eyebrow="403" heading={pages.forbidden.heading} lead={pages.forbidden.lead}>
        {permission ? (
          <>
            <p className="text-muted">
              {pages.forbidden.missing}: <code className="font-mono text-ink">{permission}</code>
              <br />
              {permissions.meanings[permission]}
            </p>
            <WhomToAsk permission={permission} reader={signedIn?.principal ?? null} messages={messages} />
          </>
        ) : null}
        <a className={buttonClasses()} href={HOME}>
          {pages.toHome}
        </a>
      </MessagePage>
    </div>
  )
  if (signedIn) return <DashboardFrame signedIn={signedIn}>{message}</DashboardFrame>
  return (
    <PublicShell locale={locale} theme={await webTheme()}>
      {message}
    </PublicShell>
  )
}
