import { markAllRead } from '@/app/dashboard/inbox/actions'
import { InboxEntry } from '@/app/dashboard/inbox/inbox-entry'
import { EmptyState, Pager } from '@/components/data-table/list-parts'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { LinkTabs, TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { findUnreadCount, listInbox } from '@/lib/messaging/inbox/inbox'
import type { Principal } from '@/lib/platform/request-context'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { pageAddress, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 20

const page = definePage('/dashboard/inbox')

export const generateMetadata = page.metadata

/**
 * The user's inbox, newest first. `?unread=true` shows unread items only, `?cursor` continues the
 * list.
 */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.inbox
  const search = await searchParams
  const unreadOnly = parameter(search, 'unread') === 'true'
  const by = { unreadOnly, cursor: parameter(search, 'cursor'), locale }
  const { items, nextCursor, cursor } = await itemsFor(principal, by)
  const unread = await findUnreadCount(principal.userId)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        {unread > 0 ? (
          <PageForm action={markAllRead} locale={locale} intent="read_all">
            <SubmitButton variant="outline" pendingText={messages.forms.pending}>
              {texts.markAllRead}
            </SubmitButton>
          </PageForm>
        ) : null}
      </PageHeader>
      <InboxNotice outcome={await readOutcome()} locale={locale} messages={messages} />
      <Choice unreadOnly={unreadOnly} texts={texts} />
      <Card>
        {items.length > 0 ? (
          <ul aria-label={texts.title}>
            {items.map((item) => (
              <InboxEntry key={item.id} item={item} locale={locale} messages={messages} />
            ))}
          </ul>
        ) : (
          <Nothing unreadOnly={unreadOnly} texts={texts} />
        )}
        <Pager
          first={cursor && address(unreadOnly)}
          next={nextCursor && address(unreadOnly, nextCursor)}
          texts={{ first: texts.newest, next: texts.older }}
        />
      </Card>
    </>
  )
})

async function itemsFor(
  principal: Principal,
  { cursor, ...by }: { unreadOnly: boolean; cursor: string | null; locale: Locale },
) {
  const listed = await listFrom(
    cursor,
    (cursor) => listInbox(principal, { ...by, limit: PAGE_SIZE, cursor }),
    ({ items }) => items.length === 0,
  )
  return listed.ok ? listed : { items: [], nextCursor: null, cursor: null }
}

const address = (unreadOnly: boolean, cursor?: string) =>
  pageAddress('/dashboard/inbox', { unread: unreadOnly ? 'true' : null, cursor })

function Choice({ unreadOnly, texts }: { unreadOnly: boolean; texts: Messages['inbox'] }) {
  return (
    <div className="mb-4">
      <LinkTabs
        label={texts.filter}
        tabs={[false, true].map((narrow) => ({
          href: address(narrow),
          label: narrow ? texts.unread : texts.all,
          current: narrow === unreadOnly,
        }))}
      />
    </div>
  )
}

function Nothing({ unreadOnly, texts }: { unreadOnly: boolean; texts: Messages['inbox'] }) {
  return (
    <EmptyState
      title={unreadOnly ? texts.noUnreadTitle : texts.emptyTitle}
      text={unreadOnly ? texts.noUnreadText : texts.emptyText}
    >
      {unreadOnly ? (
        <TextLink alone href={address(false)}>
          {texts.showAll}
        </TextLink>
      ) : null}
    </EmptyState>
  )
}

/** The result of the last form. */
function InboxNotice({
  outcome,
  locale,
  messages,
}: {
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}) {
  const texts = messages.inbox
  const read = Number(outcome?.values?.count ?? Number.NaN)
  return (
    <>
      <LiveRegion role="status" className="mb-4">
        {outcome?.notice === 'inbox_deleted' ? <Alert tone="success">{texts.deleted}</Alert> : null}
        {outcome?.notice === 'inbox_item_read' ? (
          <Alert tone="success">{texts.itemRead}</Alert>
        ) : null}
        {outcome?.notice === 'inbox_read' && Number.isFinite(read) ? (
          <Alert tone="success">{formatCount(texts.allRead, read, locale)}</Alert>
        ) : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {outcome?.code ? <Alert tone="danger">{messages.problems[outcome.code].text}</Alert> : null}
      </LiveRegion>
    </>
  )
}
