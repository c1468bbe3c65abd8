import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import type { Verification } from '@/lib/audit/list-verifications'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface EarlierChecksProps {
  checks: readonly Verification[]
  locale: Locale
  texts: Messages['audit']['verify']
}

/** Checks before the latest one, with the heads that they found. */
export function EarlierChecks({ checks, locale, texts }: EarlierChecksProps) {
  const { columns } = texts
  return (
    <Card>
      <CardHeader title={texts.earlier} />
      <div className="mt-4 border-t border-line">
        <Table label={texts.earlier}>
          <thead>
            <tr>
              <ColumnHeader>{columns.time}</ColumnHeader>
              <ColumnHeader>{columns.result}</ColumnHeader>
              <ColumnHeader className="max-sm:hidden">{columns.by}</ColumnHeader>
              <ColumnHeader className="max-sm:hidden">{columns.head}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ recordId, at, by, fault, head }) => (
              <tr key={recordId}>
                <Cell className="whitespace-nowrap text-muted tabular-nums">
                  <LocalTime at={at} locale={locale} seconds />
                </Cell>
                <Cell>
                  <Badge tone={fault ? 'danger' : 'success'}>{fault ? texts.notOk : texts.ok}</Badge>
                </Cell>
                <Cell className="max-w-48 truncate max-sm:hidden">{by ?? '–'}</Cell>
                <Cell className="max-w-64 font-mono text-xs break-all text-muted max-sm:hidden">
                  {head ?? '–'}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}
