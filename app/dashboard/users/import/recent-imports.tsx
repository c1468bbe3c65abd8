import { clsx } from 'clsx'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LocalTime } from '@/components/ui/local-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/users/import/present-import'
import { pagePath } from '@/lib/web/page-address'

interface RecentImportsProps {
  imports: readonly PresentedImport[]
  locale: Locale
  texts: Messages['userImport']
}

const NUMBER = 'text-right tabular-nums max-sm:hidden'

/** The newest imports, each linked to its report. */
export function RecentImports({ imports, locale, texts }: RecentImportsProps) {
  const { columns } = texts
  const count = (value: number) => new Intl.NumberFormat(locale).format(value)
  return (
    <Card>
      <CardHeader title={texts.recent} />
      {imports.length === 0 ? (
        <CardBody className="text-muted">{texts.noneYet}</CardBody>
      ) : (
        <div className="mt-4 border-t border-line">
          <Table label={texts.recent}>
            <thead>
              <tr>
                <ColumnHeader>{columns.file}</ColumnHeader>
                <ColumnHeader>{columns.status}</ColumnHeader>
                <ColumnHeader className={NUMBER}>{columns.created}</ColumnHeader>
                <ColumnHeader className={NUMBER}>{columns.refused}</ColumnHeader>
              </tr>
            </thead>
            <tbody>
              {imports.map((one) => (
                <tr key={one.id}>
                  <Cell>
                    <TextLink
                      alone
                      href={pagePath('/dashboard/users/import/[id]', one.id)}
                      className="line-clamp-2 [overflow-wrap:anywhere]"
                    >
                      {one.file_name ?? texts.unnamed}
                    </TextLink>
                    <span className="block text-[0.8125rem] text-muted">
                      {one.dry_run ? texts.kinds.dryRun : texts.kinds.real} ·{' '}
                      <LocalTime at={one.created_at} locale={locale} />
                    </span>
                  </Cell>
                  <Cell>
                    <ImportStatus status={one.status} texts={texts} />
                  </Cell>
                  <Cell className={NUMBER}>{count(one.created)}</Cell>
                  <Cell className={clsx(NUMBER, one.refused > 0 && 'text-warning')}>
                    {count(one.refused)}
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  )
}

interface ImportStatusProps extends Pick<PresentedImport, 'status'> {
  texts: Messages['userImport']
}

const TONES = {
  queued: 'neutral',
  running: 'accent',
  completed: 'success',
  stopped: 'warning',
} as const

/** The status of an import. */
export function ImportStatus({ status, texts }: ImportStatusProps) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}
