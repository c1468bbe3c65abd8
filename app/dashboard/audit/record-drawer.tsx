import { cache, type ReactNode } from 'react'
import { actorNames, ImportEntry } from '@/app/dashboard/audit/audit-table'
import { ProviderMark } from '@/components/external/provider-buttons'
import { Badge } from '@/components/ui/badge'
import { Fact } from '@/components/ui/card'
import { Drawer, DrawerNote } from '@/components/ui/drawer'
import { TextLink } from '@/components/ui/links'
import { LocalTime } from '@/components/ui/local-time'
import { auditActionLabel, auditTargetLabel } from '@/lib/audit/audit-actions'
import { findImportRuns, getAuditRecord, type ImportRun } from '@/lib/audit/list-audit-records'
import { nameAuditRecords, type RecordNames } from '@/lib/audit/name-audit-records'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { providerLabel } from '@/lib/config/providers/enabled-providers'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { auditAddress } from '@/lib/web/audit-query'
import { targetPath } from '@/lib/web/page-links'

interface RecordDrawerProps {
  id: string
  reader: Principal
  locale: Locale
  texts: Messages['audit']
  closeHref: string
}

/** One record with all of its details, beside the list. */
export async function RecordDrawer({ id, reader, locale, texts, closeHref }: RecordDrawerProps) {
  const found = await findRecord(id)
  const labels = texts.record
  return (
    <Drawer
      title={
        found.ok ? (
          <RecordTitle record={found.record} locale={locale} texts={texts} />
        ) : (
          labels.title
        )
      }
      closeHref={closeHref}
      closeLabel={labels.close}
    >
      {found.ok ? (
        <RecordFacts
          record={found.record}
          seal={found.seal}
          names={await nameAuditRecords([found.record], reader)}
          run={(await findImportRuns([found.record])).get(id)}
          reader={reader}
          locale={locale}
          texts={texts}
        />
      ) : (
        <DrawerNote>{labels.unknown}</DrawerNote>
      )}
    </Drawer>
  )
}

/** The action. Without the badge, a refused one would read as if it had happened. */
function RecordTitle({
  record: { action, outcome },
  locale,
  texts,
}: Pick<RecordFactsProps, 'record' | 'locale' | 'texts'>) {
  return (
    <>
      {auditActionLabel(action, locale)}{' '}
      {outcome === 'refused' ? (
        <Badge tone="warning" className="ml-1 align-middle">
          {texts.refused}
        </Badge>
      ) : null}
    </>
  )
}

interface RecordFactsProps {
  record: AuditRecord
  seal: { seq: number; sealedAt: Date } | null
  names: RecordNames
  /** The result of the import that the record started. */
  run: ImportRun | undefined
  reader: Principal
  locale: Locale
  texts: Messages['audit']
}

function RecordFacts({ record, seal, names, run, reader, locale, texts }: RecordFactsProps) {
  const labels = texts.record
  const { provider } = record.details
  return (
    <dl className="grid gap-4 px-5 py-5">
      <RecordFact term={texts.columns.action}>
        <code className="font-mono text-[0.8125rem]">{record.action}</code>
      </RecordFact>
      <RecordFact term={labels.outcome}>
        <Badge tone={record.outcome === 'refused' ? 'warning' : 'success'}>
          {record.outcome === 'refused' ? texts.refused : labels.ok}
        </Badge>
      </RecordFact>
      <RecordFact term={texts.columns.time}>
        <LocalTime at={record.occurred_at} locale={locale} seconds />
        <Raw>{record.occurred_at}</Raw>
      </RecordFact>
      <RecordFact
        term={texts.columns.actor}
        more={record.actor_id && [labels.sameActor, { actor: record.actor_id }]}
      >
        {actorNames(record, names, texts) ?? texts.notSignedIn}
        {record.actor_id && names.people.has(record.actor_id) ? <Raw>{record.actor_id}</Raw> : null}
      </RecordFact>
      {record.target_type ? (
        <RecordFact
          term={texts.columns.target}
          more={record.target_id && [labels.sameTarget, { target: record.target_id }]}
        >
          <Target record={record} names={names} reader={reader} locale={locale} />
        </RecordFact>
      ) : null}
      {typeof provider === 'string' ? (
        <RecordFact term={labels.provider}>
          <span className="flex items-center gap-2">
            <ProviderMark provider={provider} className="size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{providerLabel(provider)}</span>
          </span>
        </RecordFact>
      ) : null}
      {run ? (
        <RecordFact term={labels.import}>
          <ImportEntry run={run} locale={locale} texts={texts} />
        </RecordFact>
      ) : null}
      <RecordFact
        term={texts.columns.ip}
        more={record.ip && [labels.sameAddress, { ip: record.ip }]}
      >
        {record.ip ?? '–'}
      </RecordFact>
      <RecordFact term={labels.agent}>{record.user_agent ?? '–'}</RecordFact>
      <RecordFact term={labels.details}>
        {Object.keys(record.details).length > 0 ? (
          <pre
            className="overflow-x-auto rounded-md border border-line bg-subtle p-3 font-mono text-xs"
            tabIndex={0}
          >
            {JSON.stringify(record.details, null, 2)}
          </pre>
        ) : (
          labels.noDetails
        )}
      </RecordFact>
      <RecordFact term={labels.seal}>
        {seal ? formatMessage(labels.sealed, { seq: seal.seq }) : labels.unsealed}
        {seal ? <Raw>{seal.sealedAt.toISOString()}</Raw> : null}
      </RecordFact>
      <RecordFact term={labels.request}>
        <Raw>{record.request_id ?? '–'}</Raw>
      </RecordFact>
      <RecordFact term={labels.id}>
        <Raw>{record.id}</Raw>
      </RecordFact>
    </dl>
  )
}

/** The target of the action, with a link to its page. */
function Target({
  record,
  names,
  reader,
  locale,
}: Pick<RecordFactsProps, 'record' | 'names' | 'reader' | 'locale'>) {
  const { name, exists } = names.targetOf(record)
  const kind = auditTargetLabel(record.target_type!, locale)
  const href = exists ? targetPath(reader, record) : null
  return (
    <>
      {href ? <TextLink href={href}>{name ?? kind}</TextLink> : (name ?? kind)}
      <Raw>
        {record.target_type} {record.target_id}
      </Raw>
    </>
  )
}

interface RecordFactProps {
  term: string
  /** A link to the records with the same value. */
  more?: [label: string, filter: Record<string, string>] | '' | null
  children: ReactNode
}

function RecordFact({ term, more, children }: RecordFactProps) {
  return (
    <Fact term={term}>
      {children}
      {more ? (
        <span className="block">
          <TextLink alone href={auditAddress(more[1])} className="text-[0.8125rem]">
            {more[0]}
          </TextLink>
        </span>
      ) : null}
    </Fact>
  )
}

function Raw({ children }: { children: ReactNode }) {
  return <span className="block font-mono text-xs break-all text-muted">{children}</span>
}

/** One record, cached per request: the page title and the drawer both need it. */
export const findRecord = cache(getAuditRecord)
