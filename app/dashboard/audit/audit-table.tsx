import Link from 'next/link'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { BackLink, TextLink } from '@/components/ui/links'
import { LocalTime } from '@/components/ui/local-time'
import { Avatar, avatarSrc } from '@/components/users/person'
import { auditActionLabel, auditTargetLabel } from '@/lib/audit/audit-actions'
import { type ImportRun, listAuditRecords } from '@/lib/audit/list-audit-records'
import { nameAuditRecords, onBehalfOf, type RecordNames } from '@/lib/audit/name-audit-records'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { auditAddress } from '@/lib/web/audit-query'

/** The actor: an email address, the id of a user who no longer exists, or null for no actor. */
export function actorName({ actor_id }: AuditRecord, names: RecordNames): string | null {
  return actor_id === null ? null : (names.people.get(actor_id) ?? actor_id)
}

/** The actor, with the user that they viewed as. */
export function actorNames(
  record: AuditRecord,
  names: RecordNames,
  texts: Messages['audit'],
): string | null {
  const actor = actorName(record, names)
  const id = onBehalfOf(record)
  if (!actor || !id) return actor
  return formatMessage(texts.onBehalf, { actor, user: names.people.get(id) ?? id })
}

/** The actor's avatar, if there is one that the reader may see. */
function actorAvatar({ actor_id: id }: AuditRecord, names: RecordNames): string | null {
  return id === null ? null : avatarSrc({ id, avatar_url: names.avatars.get(id) ?? null })
}

/** Narrow screens show these columns below the action, or not at all. */
const WIDE = 'max-lg:hidden'

interface AuditTableProps {
  records: readonly AuditRecord[]
  names: RecordNames
  /** Results of the imports started by these records, where an import is one entry. */
  imports?: ReadonlyMap<string, ImportRun>
  locale: Locale
  texts: Messages['audit']
  /** The URL of a record. */
  hrefOf(id: string): string
}

/** Audit records, one per row. The whole row opens the record. */
export function AuditTable({ records, texts, ...rest }: AuditTableProps) {
  const { columns } = texts
  return (
    <Table label={texts.title}>
      <thead>
        <tr>
          <ColumnHeader aria-sort="descending" className={WIDE}>
            {columns.time}
          </ColumnHeader>
          <ColumnHeader>{columns.action}</ColumnHeader>
          <ColumnHeader className={WIDE}>{columns.actor}</ColumnHeader>
          <ColumnHeader className={WIDE}>{columns.target}</ColumnHeader>
          <ColumnHeader className={WIDE}>{columns.ip}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <AuditTableRow key={record.id} record={record} texts={texts} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = Omit<AuditTableProps, 'records'> & { record: AuditRecord }

function AuditTableRow({ record, names, imports, locale, texts, hrefOf }: RowProps) {
  const actor = actorNames(record, names, texts)
  const who = actor ?? texts.notSignedIn
  const avatar = actorAvatar(record, names)
  const time = <LocalTime at={record.occurred_at} locale={locale} seconds />
  const run = imports?.get(record.id)
  // The action already names the import: the target only adds the file name.
  const named = !run || names.targetOf(record).name !== null
  const target = named ? <Target record={record} names={names} locale={locale} /> : null
  return (
    // The link's box is stretched over the row: a click anywhere opens the record, and screen
    // readers still find one link with one name.
    <tr className="relative transition-colors hover:bg-subtle">
      <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>{time}</Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={hrefOf(record.id)}
            prefetch={false}
            scroll={false}
            className="inline-block min-h-6 rounded-xs py-0.5 font-medium after:absolute after:inset-0 hover:underline"
          >
            {run ? texts.imports.title : auditActionLabel(record.action, locale)}
          </Link>
          {record.outcome === 'refused' ? <Badge tone="warning">{texts.refused}</Badge> : null}
        </span>
        {run ? (
          <ImportEntry run={run} locale={locale} texts={texts} />
        ) : (
          <span className="block font-mono text-xs break-all text-muted">{record.action}</span>
        )}
        <span className="mt-0.5 block text-[0.8125rem] break-all text-muted lg:hidden">
          {who} · {time}
        </span>
        {target ? <span className="block text-[0.8125rem] lg:hidden">{target}</span> : null}
      </Cell>
      <Cell className={`${WIDE} max-w-52 truncate`} title={who}>
        {avatar ? <Avatar name={who} src={avatar} className="mr-2 size-6 align-middle" /> : null}
        {actor ? who : <span className="text-muted">{who}</span>}
      </Cell>
      <Cell className={`${WIDE} max-w-60`}>{target}</Cell>
      <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>
        {record.ip ?? '–'}
      </Cell>
    </tr>
  )
}

/** The target of an action: its name and kind. Nothing if users acted on their own account. */
function Target({ record, names, locale }: Pick<RowProps, 'record' | 'names' | 'locale'>) {
  const { target_type: type, target_id: id, actor_id } = record
  if (!type || (type === 'user' && id !== null && id === actor_id)) return null
  const { name } = names.targetOf(record)
  const kind = auditTargetLabel(type, locale)
  if (!name) return <span className="text-muted">{kind}</span>
  return (
    <>
      <span className="block truncate" title={name}>
        {name}
      </span>
      {type === 'user' ? null : <span className="block text-xs text-muted">{kind}</span>}
    </>
  )
}

interface ImportEntryProps {
  run: ImportRun
  locale: Locale
  texts: Messages['audit']
}

/**
 * The result of an import, in the row of its start, with a link to the records of the users it
 * created.
 */
export function ImportEntry({ run, locale, texts }: ImportEntryProps) {
  const labels = texts.imports
  const { importId, dryRun, status, created, refused } = run
  const counted = [
    formatCount(dryRun ? labels.checked : labels.created, created, locale),
    ...(refused > 0 ? [formatCount(labels.refused, refused, locale)] : []),
  ]
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
      {status === 'running' ? labels.running : counted.join(', ')}
      {status === 'stopped' || status === 'cancelled' ? (
        <Badge tone="warning">{labels[status]}</Badge>
      ) : null}
      {dryRun || created === 0 ? null : (
        // Above the row's own link.
        <TextLink alone href={auditAddress({ import: importId })} className="relative z-1">
          {labels.show}
        </TextLink>
      )}
    </span>
  )
}

/** More than the number of an import's own records: it starts and ends at most twice. */
const OWN_RECORDS = 20

interface ImportCardProps {
  importId: string
  hrefOf(id: string): string
  reader: Principal
  locale: Locale
  texts: Messages['audit']
}

/** The records of an import itself, above those of the users it created. */
export async function ImportCard({ importId, hrefOf, reader, locale, texts }: ImportCardProps) {
  const listed = await listAuditRecords({ target: importId }, { limit: OWN_RECORDS })
  const records = listed.ok ? listed.records : []
  return (
    <>
      <Card className="mb-6">
        <CardHeader title={texts.imports.title}>
          <BackLink href="/dashboard/audit">{texts.imports.all}</BackLink>
        </CardHeader>
        {records.length > 0 ? (
          <div className="mt-4 border-t border-line">
            <AuditTable
              records={records}
              names={await nameAuditRecords(records, reader)}
              locale={locale}
              texts={texts}
              hrefOf={hrefOf}
            />
          </div>
        ) : (
          <CardBody className="pt-2 text-muted">{texts.imports.titleGone}</CardBody>
        )}
      </Card>
      <h2 className="mb-3 text-base font-semibold tracking-tight">{texts.imports.rows}</h2>
    </>
  )
}
