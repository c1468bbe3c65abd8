import { Download } from 'lucide-react'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardFooter, CardHeader } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { RefusedRow } from '@/lib/users/import/list-imports'
import type { PresentedImport } from '@/lib/users/import/present-import'
import { pagePath } from '@/lib/web/page-address'

interface RefusedRowsProps {
  /** The first refused rows. */
  rows: readonly RefusedRow[]
  shown: PresentedImport
  locale: Locale
  texts: Messages['userImport']
}

/** The refused rows with column and reason. The full list can be downloaded. */
export function RefusedRows({ rows, shown, locale, texts }: RefusedRowsProps) {
  const { detail } = texts
  const reasons: Partial<Record<string, string>> = texts.reasons
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  return (
    <Card>
      <CardHeader title={detail.refusedTitle} lead={detail.refusedLead} />
      <div className="mt-4 border-t border-line">
        <Table label={detail.refusedTitle}>
          <thead>
            <tr>
              <ColumnHeader className="w-16 text-right">{detail.row}</ColumnHeader>
              <ColumnHeader>{detail.email}</ColumnHeader>
              <ColumnHeader className="hidden sm:table-cell">{detail.column}</ColumnHeader>
              <ColumnHeader>{detail.why}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <Cell className="text-right text-muted tabular-nums">{number(row.row)}</Cell>
                <Cell className="max-w-56 break-all">{row.email ?? '–'}</Cell>
                <Cell className="hidden min-w-32 sm:table-cell">
                  <AtFault row={row} texts={texts} />
                </Cell>
                <Cell>
                  {reasons[row.code] ?? row.detail}
                  <span className="hidden font-mono text-xs text-muted sm:block">{row.code}</span>
                  <div className="sm:hidden">
                    <AtFault row={row} texts={texts} />
                  </div>
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <CardFooter className="justify-between">
        <span>
          {shown.refused > rows.length
            ? formatMessage(detail.firstOf, {
                shown: number(rows.length),
                count: number(shown.refused),
              })
            : null}
        </span>
        <span className="flex flex-wrap gap-2">
          {(['csv', 'ndjson'] as const).map((format) => (
            <a
              key={format}
              className={buttonClasses({ variant: 'outline', size: 'sm' })}
              href={`${pagePath('/dashboard/users/import/[id]/refused', shown.id)}?format=${format}`}
              download
            >
              <Download aria-hidden />
              {format === 'csv' ? detail.downloadCsv : detail.downloadNdjson}
            </a>
          ))}
        </span>
      </CardFooter>
    </Card>
  )
}

/** The column that caused the refusal and its value. */
function AtFault({ row, texts }: { row: RefusedRow; texts: Messages['userImport'] }) {
  if (row.column === null) return <span className="text-muted">{texts.detail.wholeRow}</span>
  return (
    <>
      <code className="font-mono text-[0.8125rem]">{row.column}</code>
      {row.value === null ? null : (
        <span className="block text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
          “{row.value}”
        </span>
      )}
    </>
  )
}
