import Link from 'next/link'
import { bulkHeading, BulkStatus } from '@/app/dashboard/users/bulk/bulk-labels'
import { EmptyState, Pager } from '@/components/data-table/list-parts'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { PageHeader } from '@/components/layout/page-header'
import { Card } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { BulkRow } from '@/lib/users/bulk/bulk-action.store'
import { listBulkActions } from '@/lib/users/bulk/list-bulk-actions'
import { definePage } from '@/lib/web/define-page'
import { listFrom } from '@/lib/web/list-from'
import { pageAddress, pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PATH = '/dashboard/users/bulk'
const PAGE_SIZE = 25

const page = definePage(PATH)

export const generateMetadata = page.metadata

/** Past and running bulk actions, newest first. `?cursor` continues the list. */
export default page.render(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.bulkActions
  const listed = await listFrom(
    parameter(await searchParams, 'cursor'),
    (cursor) => listBulkActions({ limit: PAGE_SIZE, cursor }),
    ({ bulks }) => bulks.length === 0,
  )
  const { bulks, nextCursor, cursor } = listed.ok
    ? listed
    : { bulks: [], nextCursor: null, cursor: null }
  const { history } = texts
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={{ href: '/dashboard/users', label: history.back }}
      />
      <Card data-wide>
        {bulks.length > 0 ? (
          <BulkTable bulks={bulks} locale={locale} texts={texts} />
        ) : (
          <EmptyState title={history.emptyTitle} text={history.emptyText} />
        )}
        <Pager
          first={cursor ? PATH : null}
          next={nextCursor && pageAddress(PATH, { cursor: nextCursor })}
          texts={{ first: history.newest, next: history.older }}
        />
      </Card>
    </>
  )
})

interface BulkTableProps {
  bulks: readonly BulkRow[]
  locale: Locale
  texts: Messages['bulkActions']
}

function BulkTable({ bulks, locale, texts }: BulkTableProps) {
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  return (
    <Table label={texts.title}>
      <thead>
        <tr>
          <ColumnHeader>{texts.columns.action}</ColumnHeader>
          <ColumnHeader>{texts.columns.status}</ColumnHeader>
          <ColumnHeader className="max-sm:hidden">{texts.columns.started}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {bulks.map((bulk) => (
          <tr key={bulk.id}>
            <Cell>
              <Link
                href={pagePath('/dashboard/users/bulk/[id]', bulk.id)}
                prefetch={false}
                className="inline-block min-h-6 rounded-xs py-0.5 font-medium hover:underline"
              >
                {bulkHeading(bulk, texts, locale)}
              </Link>
              <span className="block text-[0.8125rem] text-muted tabular-nums">
                {formatMessage(texts.history.total, {
                  changed: number(bulk.changed),
                  refused: number(bulk.refused),
                })}
              </span>
            </Cell>
            <Cell>
              <BulkStatus bulk={bulk} texts={texts} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted tabular-nums max-sm:hidden">
              <LocalTime at={bulk.createdAt.toISOString()} locale={locale} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
