import Link from 'next/link'
import { listChannels } from '@/app/dashboard/notifications/notification-words'
import { LocalTime } from '@/components/ui/local-time'
import { Cell, ColumnHeader, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedTemplate } from '@/lib/notifications/present-template'
import { NOTIFICATIONS } from '@/lib/web/notifications-query'

/** Columns that narrow screens do without. */
const WIDE = 'max-md:hidden'

interface TemplateTableProps {
  templates: readonly PresentedTemplate[]
  locale: Locale
  texts: Messages['notificationPages']
}

/** Templates, one a row. */
export function TemplateTable({ templates, locale, texts }: TemplateTableProps) {
  const { columns, title, use } = texts.templates
  return (
    <Table label={title} className="table-fixed">
      <thead>
        <tr>
          <ColumnHeader>{columns.name}</ColumnHeader>
          <ColumnHeader className={`${WIDE} w-48`}>{columns.channels}</ColumnHeader>
          <ColumnHeader className={`${WIDE} w-44`}>{columns.changed}</ColumnHeader>
          <ColumnHeader className="w-36">
            <span className="sr-only">{use}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {templates.map((template) => (
          <tr key={template.id}>
            <Cell>
              <Link
                href={`${NOTIFICATIONS}/templates/${template.id}`}
                prefetch={false}
                className="inline-block min-h-6 max-w-full truncate rounded-xs py-0.5 align-middle font-medium hover:underline"
              >
                <bdi>{template.name}</bdi>
              </Link>
              <span dir="auto" className="block truncate text-[0.8125rem] text-muted">
                {template.title}
              </span>
            </Cell>
            <Cell className={`${WIDE} text-muted`}>{listChannels(template.channels, texts)}</Cell>
            <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>
              <LocalTime at={template.updated_at} locale={locale} />
            </Cell>
            <Cell className="text-right">
              <TextLink
                alone
                href={`${NOTIFICATIONS}/new?template=${template.id}`}
                aria-label={`${use}: ${template.name}`}
              >
                {use}
              </TextLink>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
