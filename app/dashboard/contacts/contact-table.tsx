import { clsx } from 'clsx'
import Link from 'next/link'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import { Badge } from '@/components/ui/badge'
import { BreakableText } from '@/components/ui/breakable-text'
import { LocalTime } from '@/components/ui/local-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { ContactStatus } from '@/lib/messaging/contacts/contacts.schemas'
import type { Contact } from '@/lib/messaging/contacts/present-contact'

interface ContactTableProps {
  contacts: readonly Contact[]
  locale: Locale
  texts: Messages['contacts']
  /** The URL of a message. */
  hrefOf(id: string): string
}

/** Contact messages, one per row. New ones stand out. */
export function ContactTable({ contacts, locale, texts, hrefOf }: ContactTableProps) {
  const { columns } = texts
  return (
    <Table label={texts.title} className="table-fixed">
      <thead>
        <tr>
          <ColumnHeader>{columns.subject}</ColumnHeader>
          <ColumnHeader className={`${WIDE} w-44 lg:w-60 xl:w-80`}>{columns.from}</ColumnHeader>
          <ColumnHeader className="w-28">{columns.status}</ColumnHeader>
          <ColumnHeader aria-sort="descending" className={`${WIDE} w-44`}>
            {columns.received}
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            locale={locale}
            texts={texts}
            href={hrefOf(contact.id)}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface ContactRowProps {
  contact: Contact
  locale: Locale
  texts: Messages['contacts']
  href: string
}

function ContactRow({ contact, locale, texts, href }: ContactRowProps) {
  const { name, email, subject, message, status } = contact
  const time = <LocalTime at={contact.created_at} locale={locale} />
  return (
    <tr>
      <Cell>
        <Link
          href={href}
          prefetch={false}
          scroll={false}
          className={clsx(
            'inline-block min-h-6 max-w-full truncate rounded-xs py-0.5 align-middle hover:underline',
            status === 'new' ? 'font-semibold' : 'font-medium',
          )}
        >
          <bdi>{subject}</bdi>
        </Link>
        <span dir="auto" className="block truncate text-[0.8125rem] text-muted">
          {message.slice(0, 200)}
        </span>
        <span className="block text-[0.8125rem] break-words text-muted md:hidden">
          <bdi>{name}</bdi> · {time}
        </span>
      </Cell>
      <Cell className={WIDE}>
        <bdi className="block [overflow-wrap:anywhere]">{name}</bdi>
        <span className="block text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
          <BreakableText text={email} after="@." />
        </span>
      </Cell>
      <Cell>
        <ContactStatusBadge status={status} texts={texts} />
      </Cell>
      <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>{time}</Cell>
    </tr>
  )
}

/** The status of a message. */
export function ContactStatusBadge({
  status,
  texts,
}: {
  status: ContactStatus
  texts: Messages['contacts']
}) {
  return <Badge tone={status === 'new' ? 'accent' : 'neutral'}>{texts.statuses[status]}</Badge>
}
