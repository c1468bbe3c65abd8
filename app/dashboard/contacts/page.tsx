import { ContactDrawer, findContact } from '@/app/dashboard/contacts/contact-drawer'
import { ContactTable } from '@/app/dashboard/contacts/contact-table'
import { contactsAddress, readContactStatus } from '@/app/dashboard/contacts/contacts-query'
import { EmptyState, ListBar, Pager } from '@/components/data-table/list-parts'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { LinkTabs, TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import type { Messages } from '@/lib/i18n/messages'
import { countContacts, listContacts } from '@/lib/messaging/contacts/contact-messages'
import { CONTACT_STATUSES, type ContactStatus } from '@/lib/messaging/contacts/contacts.schemas'
import { can } from '@/lib/platform/request-context'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 25

const page = definePage('/dashboard/contacts')

export const generateMetadata = page.composeTitle(async ({ searchParams }) => {
  const { title } = (await pageLanguage()).messages.contacts
  const open = parameter(await searchParams, 'message')
  const found = open === null ? null : await findContact(open)
  return found?.ok ? pageTitle(found.contact.subject, title) : title
})

/**
 * Messages from the contact form, newest first. `?status` filters, `?message` opens one, `?cursor`
 * continues the list.
 */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.contacts
  const search = await searchParams
  const status = readContactStatus((name) => parameter(search, name))
  const open = parameter(search, 'message')
  const outcome = await readOutcome()
  const [{ contacts, nextCursor, cursor }, total] = await Promise.all([
    contactsFor(status, parameter(search, 'cursor')),
    countContacts(status ?? undefined),
  ])
  return (
    <>
      <div data-wide inert={open !== null}>
        <PageHeader title={texts.title} lead={texts.lead} />
        <LiveRegion role="status" className="mb-4">
          {outcome?.notice === 'contact_deleted' ? (
            <Alert tone="success">{texts.detail.remove.done}</Alert>
          ) : null}
        </LiveRegion>
        <ListBar total={total} texts={texts.total} locale={locale}>
          <StatusTabs status={status} texts={texts} />
        </ListBar>
        <Card>
          {contacts.length > 0 ? (
            <ContactTable
              contacts={contacts}
              locale={locale}
              texts={texts}
              hrefOf={(id) => contactsAddress(status, { cursor, message: id })}
            />
          ) : (
            <Nothing status={status} texts={texts} />
          )}
          <Pager
            first={cursor && contactsAddress(status)}
            next={nextCursor && contactsAddress(status, { cursor: nextCursor })}
            texts={{ first: texts.newest, next: texts.older }}
          />
        </Card>
      </div>
      {open ? (
        <ContactDrawer
          id={open}
          outcome={outcome}
          locale={locale}
          messages={messages}
          here={contactsAddress(status, { cursor, message: open })}
          closeHref={contactsAddress(status, { cursor })}
          mayDelete={can(principal, 'contacts:delete')}
        />
      ) : null}
    </>
  )
})

async function contactsFor(status: ContactStatus | null, cursor: string | null) {
  const request = { status: status ?? undefined, limit: PAGE_SIZE }
  const listed = await listFrom(
    cursor,
    (cursor) => listContacts({ ...request, cursor }),
    ({ contacts }) => contacts.length === 0,
  )
  return listed.ok ? listed : { contacts: [], nextCursor: null, cursor: null }
}

interface NothingProps {
  status: ContactStatus | null
  texts: Messages['contacts']
}

function Nothing({ status, texts }: NothingProps) {
  if (!status)
    return (
      <EmptyState title={texts.emptyTitle} text={texts.emptyText}>
        <TextLink alone href="/contact">
          {texts.openForm}
        </TextLink>
      </EmptyState>
    )
  return (
    <EmptyState {...texts.noMatch[status]}>
      <TextLink alone href={contactsAddress(null)}>
        {texts.showAll}
      </TextLink>
    </EmptyState>
  )
}

/** The status filter. */
function StatusTabs({
  status,
  texts,
}: {
  status: ContactStatus | null
  texts: Messages['contacts']
}) {
  return (
    <LinkTabs
      label={texts.filterLabel}
      tabs={[null, ...CONTACT_STATUSES].map((choice) => ({
        href: contactsAddress(choice),
        label: choice ? texts.statuses[choice] : texts.all,
        current: choice === status,
      }))}
    />
  )
}
