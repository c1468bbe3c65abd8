import { WhoView } from '@/app/dashboard/rbac/explorer/who-view'
import { WhyView } from '@/app/dashboard/rbac/explorer/why-view'
import { PageHeader } from '@/components/layout/page-header'
import { LinkTabs } from '@/components/ui/links'
import type { Messages } from '@/lib/i18n/messages'
import { definePage } from '@/lib/web/define-page'
import { type ExplorerQuery, readExplorerQuery } from '@/lib/web/explorer-query'
import { pageAddress, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/rbac/explorer')

export const generateMetadata = page.metadata

/**
 * Why a user has a permission or not (the default view), and who has it (`?view=who`). The query is
 * in the URL.
 */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const given = await searchParams
  const query = readExplorerQuery((name) => parameter(given, name))
  const View = query.view === 'who' ? WhoView : WhyView
  return (
    <>
      <PageHeader title={messages.explorer.title} lead={messages.explorer.lead} />
      <Tabs query={query} texts={messages.explorer} />
      <View query={query} actor={principal} locale={locale} messages={messages} />
    </>
  )
})

function Tabs({ query, texts }: { query: ExplorerQuery; texts: Messages['explorer'] }) {
  const { permission } = query
  const tabs = [
    {
      view: 'why',
      label: texts.tabs.why,
      href: pageAddress('/dashboard/rbac/explorer', { permission }),
    },
    {
      view: 'who',
      label: texts.tabs.who,
      href: pageAddress('/dashboard/rbac/explorer', { view: 'who', permission }),
    },
  ]
  return (
    <div className="mb-5">
      <LinkTabs
        label={texts.tabs.label}
        tabs={tabs.map(({ view, label, href }) => ({ label, href, current: query.view === view }))}
      />
    </div>
  )
}
