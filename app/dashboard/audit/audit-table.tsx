import Link from 'next/link'
import { actionName, nameOf } from '@/app/dashboard/audit/audit-words'
import { Badge } from '@/components/ui/badge'
import { LocalTime } from '@/components/ui/local-time'
import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/** Columns that narrow screens show below the action, or not at all. */
const WIDE = 'max-md:hidden'

interface AuditTableProps {
  records: readonly AuditRecord[]
  /** E-mail addresses by user id. */
  people: ReadonlyMap<string, string>
  locale: Locale
  texts: Messages['audit']
  /** Where a record is opened. */
  hrefOf(id: string): string
}

/** Audit records, one a row. */
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

function AuditTableRow({
  record,
  people,
  locale,
  texts,
  hrefOf,
}: Omit<AuditTableProps, 'records'> & { record: AuditRecord }) {
  const who = nameOf(record.actor_id, people) ?? texts.nobody
  const target = record.target_type === 'user' ? nameOf(record.target_id, people) : null
  const time = <LocalTime at={record.occurred_at} locale={locale} />
  return (
    <tr>
      <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>{time}</Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={hrefOf(record.id)}
            prefetch={false}
            scroll={false}
            className="inline-block min-h-6 rounded-xs py-0.5 font-medium hover:underline"
          >
            {actionName(record.action, texts)}
          </Link>
          {record.outcome === 'refused' ? <Badge tone="warning">{texts.refused}</Badge> : null}
        </span>
        <span className="block font-mono text-xs break-all text-muted">{record.action}</span>
        {target && target !== who ? (
          <span className="block text-[0.8125rem] break-all text-muted">
            {texts.columns.target}: {target}
          </span>
        ) : null}
        <span className="block text-[0.8125rem] break-all text-muted md:hidden">
          {who} · {time}
        </span>
      </Cell>
      <Cell className={`${WIDE} max-w-56 truncate`} title={who}>
        {record.actor_id ? who : <span className="text-muted">{who}</span>}
      </Cell>
      <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>{record.ip ?? '–'}</Cell>
    </tr>
  )
}
