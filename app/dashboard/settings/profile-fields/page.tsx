import { Plus } from 'lucide-react'
import { EmptyState } from '@/components/data-table/list-parts'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { ownValue } from '@/lib/platform/own-value'
import { listManagedFields } from '@/lib/profile-fields/manage-profile-fields'
import type { PresentedProfileField } from '@/lib/profile-fields/profile-field.responses'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageAddress, pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/settings/profile-fields')

export const generateMetadata = page.metadata

/** The profile fields in the order in which forms show them. */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.profileFields
  const fields = await listManagedFields()
  const notices: Partial<Record<string, string>> = {
    profile_field_created: texts.created,
    profile_field_saved: texts.saved,
    profile_field_deleted: texts.deleted,
  }
  const notice = ownValue(notices, (await readOutcome())?.notice)
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        back={{ href: '/dashboard/settings', label: messages.settings.title }}
      >
        <a className={buttonClasses()} href={pagePath('/dashboard/settings/profile-fields/new')}>
          <Plus aria-hidden />
          {texts.create}
        </a>
      </PageHeader>
      <LiveRegion role="status" className="mb-4">
        {notice ? <Alert tone="success">{notice}</Alert> : null}
      </LiveRegion>
      <Card data-wide>
        {fields.length > 0 ? (
          <FieldTable fields={fields} locale={locale} texts={texts} />
        ) : (
          <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
        )}
      </Card>
    </>
  )
})

interface FieldTableProps {
  fields: readonly PresentedProfileField[]
  locale: Locale
  texts: Messages['profileFields']
}

function FieldTable({ fields, locale, texts }: FieldTableProps) {
  return (
    <Table label={texts.title} className="table-fixed">
      <thead>
        <tr>
          <ColumnHeader>{texts.columns.field}</ColumnHeader>
          <ColumnHeader className="w-32">{texts.columns.type}</ColumnHeader>
          <ColumnHeader className={WIDE}>{texts.columns.access}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.key}>
            <Cell>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <TextLink
                  alone
                  href={pageAddress('/dashboard/settings/profile-fields/edit', { key: field.key })}
                >
                  <bdi className="[overflow-wrap:anywhere]">{field.label[locale]}</bdi>
                </TextLink>
                {field.required ? <Badge>{texts.required}</Badge> : null}
              </span>
              <span className="block font-mono text-[0.8125rem] [overflow-wrap:anywhere] text-muted">
                {field.key}
              </span>
            </Cell>
            <Cell className="text-muted">{texts.types[field.type]}</Cell>
            <Cell className={`${WIDE} text-muted`}>{accessText(field, texts)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function accessText(field: PresentedProfileField, { access }: Messages['profileFields']): string {
  if (field.readable_by !== 'user') return access.administrators
  return field.writable_by === 'user' ? access.user : access.readOnly
}
