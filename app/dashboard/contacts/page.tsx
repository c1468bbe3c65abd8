import type { Metadata } from 'next'
import { findContact } from '@/app/dashboard/contacts/find-contact'
import { ContactDrawer } from '@/app/dashboard/contacts/contact-drawer'
import { ContactTable } from '@/app/dashboard/contacts/contact-table'
import { StatusTabs } from '@/app/dashboard/contacts/status-tabs'
import { ListBar } from '@/components/data-table/list-bar'
import { NothingHere } from '@/components/data-table/nothing-here'
import { Pager } from '@/components/data-table/pager'
import { PageHeader } from '@/components/layout/page-header'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import type { ContactStatus } from '@/lib/contacts/contacts.schemas'
import { countContacts, listContacts } from '@/lib/contacts/list-contacts'
import type { Messages } from '@/lib/i18n/messages'
import { contactsAddress, readContactStatus } from '@/lib/web/contacts-query'
import { pageLanguage } from '@/lib/web/page-language'
import { pageTitle } from '@/lib/web/page-title'
import { readOutcome } from '@/lib/web/form-outcome'
import { requirePage } from '@/lib/web/require-page'
import { parameter, type SearchParams } from '@/lib/web/search-params'

const PAGE_SIZE = 25

interface PageProps {
  searchParams: SearchParams
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  await requirePage('/dashboard/contacts')
  const { title } = (await pageLanguage()).messages.contacts
  const open = parameter(await searchParams, 'message')
  const found = open === null ? null : await findContact(open)
  return { title: found?.ok ? pageTitle(found.contact.subject, title) : title }
}

/** What was sent by the contact form, newest first. `?status` narrows, `?message` opens one, `?cursor` continues the list. */
export default async function Page({ searchParams }: PageProps) {
  await requirePage('/dashboard/contacts')
  const { locale, messages } = await pageLanguage()
  const texts = messages.contacts
  const asked = await searchParams
  const status = readContactStatus((name) => parameter(asked, name))
  const cursor = parameter(asked, 'cursor')
  const open = parameter(asked, 'message')
  const [{ contacts, nextCursor }, total] = await Promise.all([
    contactsFor(status, cursor),
    countContacts(status ?? undefined),
  ])
  return (
    <>
      <div data-wide inert={open !== null}>
        <PageHeader title={texts.title} lead={texts.lead} />
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
            <Nothing status={status} ended={cursor !== null} texts={texts} />
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
          outcome={await readOutcome()}
          locale={locale}
          messages={messages}
          closeHref={contactsAddress(status, { cursor })}
        />
      ) : null}
    </>
  )
}

async function contactsFor(status: ContactStatus | null, cursor: string | null) {
  const request = { status: status ?? undefined, limit: PAGE_SIZE }
  const asked = await listContacts({ ...request, cursor })
  // A cursor that somebody typed is no reason to show nothing.
  const listed = asked.ok ? asked : await listContacts(request)
  return listed.ok ? listed : { contacts: [], nextCursor: null }
}

interface NothingProps {
  status: ContactStatus | null
  ended: boolean
  texts: Messages['contacts']
}

function Nothing({ status, ended, texts }: NothingProps) {
  if (ended) return <NothingHere title={texts.endTitle} text={texts.endText} />
  if (!status)
    return (
      <NothingHere title={texts.emptyTitle} text={texts.emptyText}>
        <TextLink alone href="/contact">
          {texts.openForm}
        </TextLink>
      </NothingHere>
    )
  return (
    <NothingHere {...texts.noMatch[status]}>
      <TextLink alone href={contactsAddress(null)}>
        {texts.showAll}
      </TextLink>
    </NothingHere>
  )
}
