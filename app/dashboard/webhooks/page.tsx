import { Plus } from 'lucide-react'
import Link from 'next/link'
import { WebhookBadge } from '@/app/dashboard/webhooks/webhook-parts'
import { EmptyState, Pager } from '@/components/data-table/list-parts'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import type { Messages } from '@/lib/i18n/messages'
import { listWebhooks } from '@/lib/messaging/webhooks/manage-webhooks'
import type { PresentedWebhook } from '@/lib/messaging/webhooks/present-webhook'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { pageAddress, pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 25

const page = definePage('/dashboard/webhooks')

export const generateMetadata = page.metadata

/** Webhooks, newest first. `?cursor` continues the list. */
export default page.render(async ({ searchParams }) => {
  const { messages } = await pageLanguage()
  const texts = messages.webhooks
  const listed = await listFrom(
    parameter(await searchParams, 'cursor'),
    (cursor) => listWebhooks({ limit: PAGE_SIZE, cursor }, now()),
    ({ webhooks }) => webhooks.length === 0,
  )
  const { webhooks, nextCursor, cursor } = listed.ok
    ? listed
    : { webhooks: [], nextCursor: null, cursor: null }
  const outcome = await readOutcome()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <a className={buttonClasses()} href={pagePath('/dashboard/webhooks/new')}>
          <Plus aria-hidden />
          {texts.create}
        </a>
      </PageHeader>
      <LiveRegion role="status" className="mb-4">
        {outcome?.notice === 'webhook_deleted' ? (
          <Alert tone="success">{texts.notices.webhook_deleted}</Alert>
        ) : null}
      </LiveRegion>
      <Card data-wide>
        {webhooks.length > 0 ? (
          <WebhookTable webhooks={webhooks} texts={texts} />
        ) : (
          <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
        )}
        <Pager
          first={cursor ? pagePath('/dashboard/webhooks') : null}
          next={nextCursor && pageAddress('/dashboard/webhooks', { cursor: nextCursor })}
          texts={{ first: texts.first, next: texts.more }}
        />
      </Card>
    </>
  )
})

interface WebhookTableProps {
  webhooks: readonly PresentedWebhook[]
  texts: Messages['webhooks']
}

/** Webhooks, one per row. */
function WebhookTable({ webhooks, texts }: WebhookTableProps) {
  return (
    <Table label={texts.title} className="table-fixed">
      <thead>
        <tr>
          <ColumnHeader>{texts.columns.url}</ColumnHeader>
          <ColumnHeader className={WIDE}>{texts.columns.events}</ColumnHeader>
          <ColumnHeader className="w-36">{texts.columns.status}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <Cell>
              <Link
                href={pagePath('/dashboard/webhooks/[id]', webhook.id)}
                prefetch={false}
                className="inline-block min-h-6 max-w-full truncate rounded-xs py-0.5 align-middle font-medium hover:underline"
              >
                <bdi>{webhook.url}</bdi>
              </Link>
              {webhook.description ? (
                <span dir="auto" className="block truncate text-[0.8125rem] text-muted">
                  {webhook.description}
                </span>
              ) : null}
            </Cell>
            <Cell className={`${WIDE} truncate font-mono text-xs text-muted`}>
              {webhook.events.join(', ')}
            </Cell>
            <Cell>
              <WebhookBadge webhook={webhook} texts={texts} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
