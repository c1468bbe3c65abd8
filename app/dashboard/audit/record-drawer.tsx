import type { ReactNode } from 'react'
import { actionName, nameOf } from '@/app/dashboard/audit/audit-words'
import { Badge } from '@/components/ui/badge'
import { Drawer, DrawerFact, DrawerNote } from '@/components/ui/drawer'
import { LocalTime } from '@/components/ui/local-time'
import { TextLink } from '@/components/ui/text-link'
import { getAuditRecord } from '@/lib/audit/get-audit-record'
import { namePeople } from '@/lib/audit/name-people'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { auditAddress } from '@/lib/web/audit-query'

interface RecordDrawerProps {
  id: string
  locale: Locale
  texts: Messages['audit']
  closeHref: string
}

/** One record with everything that is known of it, at the side of the list. */
export async function RecordDrawer({ id, locale, texts, closeHref }: RecordDrawerProps) {
  const found = await getAuditRecord(id)
  const words = texts.record
  return (
    <Drawer
      title={found.ok ? actionName(found.record.action, texts) : words.title}
      closeHref={closeHref}
      closeLabel={words.close}
    >
      {found.ok ? (
        <RecordFacts
          record={found.record}
          seal={found.seal}
          people={await namePeople([found.record])}
          locale={locale}
          texts={texts}
        />
      ) : (
        <DrawerNote>{words.unknown}</DrawerNote>
      )}
    </Drawer>
  )
}

interface RecordFactsProps {
  record: AuditRecord
  seal: { seq: number; sealedAt: Date } | null
  people: ReadonlyMap<string, string>
  locale: Locale
  texts: Messages['audit']
}

function RecordFacts({ record, seal, people, locale, texts }: RecordFactsProps) {
  const words = texts.record
  const target = record.target_type === 'user' ? nameOf(record.target_id, people) : record.target_id
  return (
    <dl className="grid gap-4 px-5 py-5">
      <Fact term={texts.columns.action}>
        <code className="font-mono text-[0.8125rem]">{record.action}</code>
      </Fact>
      <Fact term={words.outcome}>
        <Badge tone={record.outcome === 'refused' ? 'warning' : 'success'}>
          {record.outcome === 'refused' ? texts.refused : words.ok}
        </Badge>
      </Fact>
      <Fact term={texts.columns.time}>
        <LocalTime at={record.occurred_at} locale={locale} />
        <Raw>{record.occurred_at}</Raw>
      </Fact>
      <Fact
        term={texts.columns.actor}
        more={record.actor_id && [words.sameActor, { actor: record.actor_id }]}
      >
        {nameOf(record.actor_id, people) ?? texts.nobody}
        {record.actor_id && people.has(record.actor_id) ? <Raw>{record.actor_id}</Raw> : null}
      </Fact>
      {record.target_id ? (
        <Fact term={texts.columns.target} more={[words.sameTarget, { target: record.target_id }]}>
          {target}
          <Raw>
            {record.target_type} {target === record.target_id ? '' : record.target_id}
          </Raw>
        </Fact>
      ) : null}
      <Fact term={texts.columns.ip} more={record.ip && [words.sameAddress, { ip: record.ip }]}>
        {record.ip ?? '–'}
      </Fact>
      <Fact term={words.agent}>{record.user_agent ?? '–'}</Fact>
      <Fact term={words.details}>
        {Object.keys(record.details).length > 0 ? (
          <pre
            className="overflow-x-auto rounded-md border border-line bg-subtle p-3 font-mono text-xs"
            tabIndex={0}
          >
            {JSON.stringify(record.details, null, 2)}
          </pre>
        ) : (
          words.noDetails
        )}
      </Fact>
      <Fact term={words.seal}>
        {seal ? formatMessage(words.sealed, { seq: seal.seq }) : words.unsealed}
        {seal ? <Raw>{seal.sealedAt.toISOString()}</Raw> : null}
      </Fact>
      <Fact term={words.request}>
        <Raw>{record.request_id ?? '–'}</Raw>
      </Fact>
      <Fact term={words.id}>
        <Raw>{record.id}</Raw>
      </Fact>
    </dl>
  )
}

interface FactProps {
  term: string
  /** A link to the records that share this value. */
  more?: [label: string, filter: Record<string, string>] | '' | null
  children: ReactNode
}

function Fact({ term, more, children }: FactProps) {
  return (
    <DrawerFact term={term}>
      {children}
      {more ? (
        <span className="block">
          <TextLink alone href={auditAddress(more[1])} className="text-[0.8125rem]">
            {more[0]}
          </TextLink>
        </span>
      ) : null}
    </DrawerFact>
  )
}

function Raw({ children }: { children: ReactNode }) {
  return <span className="block font-mono text-xs break-all text-muted">{children}</span>
}
