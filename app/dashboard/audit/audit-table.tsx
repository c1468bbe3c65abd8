import Link from 'next/link'
import { actionName, actorAvatar, actorName, targetKind } from '@/app/dashboard/audit/audit-words'
import { ImportEntry } from '@/app/dashboard/audit/import-entry'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { LocalTime } from '@/components/ui/local-time'
import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import type { ImportRun } from '@/lib/audit/find-import-runs'
import type { RecordNames } from '@/lib/audit/name-records'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/** Columns that narrow screens show below the action, or not at all. */
const WIDE = 'max-lg:hidden'

interface AuditTableProps {
  records: readonly AuditRecord[]
  names: RecordNames
  /** What came of the imports that records started, where an import is one entry. */
  imports?: ReadonlyMap<string, ImportRun>
  locale: Locale
  texts: Messages['audit']
  /** Where a record is opened. */
  hrefOf(id: string): string
}

/** Audit records, one a row. The whole row opens the record. */
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
  const actor = actorName(record, names)
  const who = actor ?? texts.notSignedIn
  const avatar = actorAvatar(record, names)
  const time = <LocalTime at={record.occurred_at} locale={locale} seconds />
  const run = imports?.get(record.id)
  // The entry of an import says already what it is: its target only adds the name of the file.
  const named = !run || names.targetOf(record).name !== null
  const target = named ? <Target record={record} names={names} texts={texts} /> : null
  return (
    // The link's own box is stretched over the row: a click anywhere opens the record, and it stays one link with one name.
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
            {run ? texts.imports.title : actionName(record.action, texts)}
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
      <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>{record.ip ?? '–'}</Cell>
    </tr>
  )
}

/** What was acted on: its name and what kind of thing it is. Nothing where people acted on their own account. */
function Target({ record, names, texts }: Pick<RowProps, 'record' | 'names' | 'texts'>) {
  const { target_type: type, target_id: id, actor_id } = record
  if (!type || (type === 'user' && id !== null && id === actor_id)) return null
  const { name } = names.targetOf(record)
  const kind = targetKind(type, texts)
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
