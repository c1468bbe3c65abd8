import { Plus } from 'lucide-react'
import { RoleTable } from '@/app/dashboard/rbac/roles/role-table'
import { EmptyState, ListBar, Pager } from '@/components/data-table/list-parts'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import { countRoles, listRoles } from '@/lib/access/list-roles'
import { formatMessage } from '@/lib/i18n/format'
import { can } from '@/lib/platform/request-context'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { pageAddress, pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 50
const PATH = '/dashboard/rbac/roles'

const page = definePage(PATH)

export const generateMetadata = page.metadata

/** All roles, newest first. `?cursor` continues the list. */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.roles
  const listed = await listFrom(
    parameter(await searchParams, 'cursor'),
    (cursor) => listRoles({ limit: PAGE_SIZE, cursor }),
    ({ roles }) => roles.length === 0,
  )
  const { roles, nextCursor, cursor } = listed.ok
    ? listed
    : { roles: [], nextCursor: null, cursor: null }
  const outcome = await readOutcome()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <a className={buttonClasses()} href={pagePath('/dashboard/rbac/roles/new')}>
          <Plus aria-hidden />
          {texts.create}
        </a>
      </PageHeader>
      <LiveRegion role="status" className="mb-4">
        {outcome?.notice === 'role_deleted' ? (
          <Alert tone="success">
            {formatMessage(texts.deleted, { name: outcome.values?.name ?? '' })}
          </Alert>
        ) : null}
      </LiveRegion>
      <ListBar total={await countRoles()} texts={texts.total} locale={locale} />
      <Card data-wide>
        {roles.length > 0 ? (
          <RoleTable
            roles={roles}
            linkUsers={can(principal, 'users:list')}
            locale={locale}
            texts={texts}
          />
        ) : (
          <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
        )}
        <Pager
          first={cursor ? PATH : null}
          next={nextCursor && pageAddress(PATH, { cursor: nextCursor })}
          texts={{ first: texts.first, next: texts.more }}
        />
      </Card>
    </>
  )
})
