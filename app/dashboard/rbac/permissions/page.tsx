import { Plus } from 'lucide-react'
import { groupPermissions } from '@/app/dashboard/rbac/permission-groups'
import { PermissionTable } from '@/app/dashboard/rbac/permissions/permission-table'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import { listPermissions } from '@/lib/access/catalog'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { ownValue } from '@/lib/platform/own-value'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/rbac/permissions')

export const generateMetadata = page.metadata

/** The permissions of the service and of applications, and which of them the user has. */
export default page.render(async ({ principal }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.permissions
  const permissions = await listPermissions()
  const applications = groupPermissions(permissions)
  const about = { held: principal.permissions, messages }
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <a className={buttonClasses()} href={pagePath('/dashboard/rbac/permissions/new')}>
          <Plus aria-hidden />
          {texts.create}
        </a>
      </PageHeader>
      <Notice outcome={await readOutcome()} texts={texts} />
      <p className="mb-3 text-muted tabular-nums">
        {formatCount(texts.count, permissions.filter(({ retired }) => !retired).length, locale)}
      </p>
      <div className="grid gap-6" data-wide>
        <Card>
          <CardHeader title={texts.ofService} lead={texts.ofServiceLead} />
          <div className="mt-4 border-t border-line">
            <PermissionTable
              label={texts.ofService}
              groups={[
                { group: null, permissions: permissions.filter((one) => one.application === null) },
              ]}
              {...about}
            />
          </div>
        </Card>
        {applications.length === 0 ? (
          <Card>
            <CardHeader title={texts.applications} />
            <CardBody className="pt-2 text-muted">{texts.empty}</CardBody>
          </Card>
        ) : null}
        {applications.map(({ application, groups }) => (
          <Card key={application}>
            <CardHeader title={formatMessage(texts.applicationOf, { application })} />
            <div className="mt-4 border-t border-line">
              <PermissionTable label={application} groups={groups} editable {...about} />
            </div>
          </Card>
        ))}
      </div>
    </>
  )
})

interface NoticeProps {
  outcome: FormOutcome | null
  texts: Messages['permissions']
}

/** The result of the form that led here. */
function Notice({ outcome, texts }: NoticeProps) {
  const notices: Record<string, string> = {
    permission_created: texts.created,
    permission_saved: texts.saved,
    permission_deleted: formatMessage(texts.deleted, { name: outcome?.values?.name ?? '' }),
  }
  const notice = ownValue(notices, outcome?.notice)
  return (
    <LiveRegion role="status" className="mb-4">
      {notice ? <Alert tone="success">{notice}</Alert> : null}
    </LiveRegion>
  )
}
