import { Plus } from 'lucide-react'
import Link from 'next/link'
import { listChannels, withPlaceholders } from '@/app/dashboard/notifications/notification-parts'
import { EmptyState, ListBar, Pager } from '@/components/data-table/list-parts'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedTemplate } from '@/lib/messaging/notifications/present-template'
import { countTemplates, listTemplates } from '@/lib/messaging/notifications/templates'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { pageAddress, pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 25
const PATH = '/dashboard/notifications/templates'

const page = definePage(PATH)

export const generateMetadata = page.metadata

/** Notification templates, newest first. `?cursor` continues the list. */
export default page.render(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const { templates: texts, form } = messages.notificationPages
  const listed = await listFrom(
    parameter(await searchParams, 'cursor'),
    (cursor) => listTemplates({ limit: PAGE_SIZE, cursor }),
    ({ templates }) => templates.length === 0,
  )
  const { templates, nextCursor, cursor } = listed.ok
    ? listed
    : { templates: [], nextCursor: null, cursor: null }
  const outcome = await readOutcome()
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={withPlaceholders(texts.lead, locale)}
        back={{ href: pagePath('/dashboard/notifications'), label: form.back }}
      >
        <a className={buttonClasses()} href={pagePath('/dashboard/notifications/templates/new')}>
          <Plus aria-hidden />
          {texts.create}
        </a>
      </PageHeader>
      <LiveRegion role="status" className="mb-4">
        {outcome?.notice === 'template_deleted' ? (
          <Alert tone="success">
            {formatMessage(texts.deleted, { name: outcome.values?.name ?? '' })}
          </Alert>
        ) : null}
      </LiveRegion>
      <ListBar total={await countTemplates()} texts={texts.total} locale={locale} />
      <Card data-wide>
        {templates.length > 0 ? (
          <TemplateTable templates={templates} locale={locale} texts={messages.notificationPages} />
        ) : (
          <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
        )}
        <Pager
          first={cursor ? PATH : null}
          next={nextCursor && pageAddress(PATH, { cursor: nextCursor })}
          texts={{ first: texts.first, next: texts.more }}
        />
      </Card>
    </>
  )
})

interface TemplateTableProps {
  templates: readonly PresentedTemplate[]
  locale: Locale
  texts: Messages['notificationPages']
}

/** Templates, one per row. */
function TemplateTable({ templates, locale, texts }: TemplateTableProps) {
  const { columns, title, use } = texts.templates
  return (
    <Table label={title} className="table-fixed">
      <thead>
        <tr>
          <ColumnHeader>{columns.name}</ColumnHeader>
          <ColumnHeader className={`${WIDE} w-48`}>{columns.channels}</ColumnHeader>
          <ColumnHeader className={`${WIDE} w-44`}>{columns.changed}</ColumnHeader>
          <ColumnHeader className="w-36">
            <span className="sr-only">{use}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <tr key={template.id}>
            <Cell>
              <Link
                href={pagePath('/dashboard/notifications/templates/[id]', template.id)}
                prefetch={false}
                className="inline-block min-h-6 max-w-full truncate rounded-xs py-0.5 align-middle font-medium hover:underline"
              >
                <bdi>{template.name}</bdi>
              </Link>
              <span dir="auto" className="block truncate text-[0.8125rem] text-muted">
                {template.title}
              </span>
            </Cell>
            <Cell className={`${WIDE} text-muted`}>{listChannels(template.channels, texts)}</Cell>
            <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>
              <LocalTime at={template.updated_at} locale={locale} />
            </Cell>
            <Cell className="text-right">
              <TextLink
                alone
                href={pageAddress('/dashboard/notifications/new', { template: template.id })}
                aria-label={`${use}: ${template.name}`}
              >
                {use}
              </TextLink>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
