import { ImportStatus } from '@/app/dashboard/users/import/import-status'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { clsx } from 'clsx'
import { LocalTime } from '@/components/ui/local-time'
import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/user-import/present-import'

interface RecentImportsProps {
  imports: readonly PresentedImport[]
  locale: Locale
  texts: Messages['userImport']
}

const NUMBER = 'text-right tabular-nums max-sm:hidden'

/** The newest imports, each a link to its report. */
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
                      href={`/dashboard/users/import/${one.id}`}
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
