import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { withPlaceholders } from '@/app/dashboard/notifications/notification-words'
import { TemplateTable } from '@/app/dashboard/notifications/templates/template-table'
import { ListBar } from '@/components/data-table/list-bar'
import { NothingHere } from '@/components/data-table/nothing-here'
import { Pager } from '@/components/data-table/pager'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format-message'
import { countTemplates, listTemplates } from '@/lib/notifications/list-templates'
import { NOTIFICATIONS } from '@/lib/web/notifications-query'
import { pageAddress } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/page-language'
import { readOutcome } from '@/lib/web/form-outcome'
import { requirePage } from '@/lib/web/require-page'
import { parameter, type SearchParams } from '@/lib/web/search-params'

const PAGE_SIZE = 25
const PATH = '/dashboard/notifications/templates'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.notificationPages.templates.title }
}

/** Templates of notifications, newest first. `?cursor` continues the list. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  await requirePage(PATH)
  const { locale, messages } = await pageLanguage()
  const { templates: texts, form } = messages.notificationPages
  const cursor = parameter(await searchParams, 'cursor')
  const asked = await listTemplates({ limit: PAGE_SIZE, cursor })
  // A cursor that somebody typed is no reason to show nothing.
  const listed = asked.ok ? asked : await listTemplates({ limit: PAGE_SIZE })
  const { templates, nextCursor } = listed.ok ? listed : { templates: [], nextCursor: null }
  const outcome = await readOutcome()
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={withPlaceholders(texts.lead, locale)}
        back={{ href: NOTIFICATIONS, label: form.back }}
      >
        <a className={buttonClasses()} href={`${PATH}/new`}>
          <Plus aria-hidden />
          {texts.create}
        </a>
      </PageHeader>
      <div role="status" className="mb-4 empty:hidden">
        {outcome?.notice === 'template_deleted' ? (
          <Alert tone="success">{formatMessage(texts.deleted, { name: outcome.values?.name ?? '' })}</Alert>
        ) : null}
      </div>
      <ListBar total={await countTemplates()} texts={texts.total} locale={locale} />
      <Card>
        {templates.length > 0 ? (
          <TemplateTable templates={templates} locale={locale} texts={messages.notificationPages} />
        ) : (
          <NothingHere title={texts.emptyTitle} text={texts.emptyText} />
        )}
        <Pager
          first={cursor ? PATH : null}
          next={nextCursor && pageAddress(PATH, { cursor: nextCursor })}
          texts={{ first: texts.first, next: texts.more }}
        />
      </Card>
    </>
  )
}
