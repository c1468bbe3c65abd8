import { RegistrationTable } from '@/app/dashboard/users/registrations/registration-table'
import { EmptyState, ListBar, Pager } from '@/components/data-table/list-parts'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { needsApproval } from '@/lib/accounts/registration-policy'
import { ownValue } from '@/lib/platform/own-value'
import { can } from '@/lib/platform/request-context'
import { countRegistrations, listRegistrations } from '@/lib/users/list-registrations'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { pageAddress, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PATH = '/dashboard/users/registrations'
const PAGE_SIZE = 25

const page = definePage(PATH)

export const generateMetadata = page.metadata

/** Registrations to approve or decline, newest first. `?cursor` continues the list. */
export default page.render(async ({ principal, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.registrations
  const search = await searchParams
  const [{ registrations, nextCursor, cursor }, total] = await Promise.all([
    registrationsFrom(parameter(search, 'cursor')),
    countRegistrations(),
  ])
  return (
    <div data-wide>
      <PageHeader
        title={texts.title}
        lead={needsApproval() ? texts.lead : texts.leadOff}
        back={
          can(principal, 'users:list') ? { href: '/dashboard/users', label: texts.back } : undefined
        }
      />
      <Notice outcome={await readOutcome()} messages={messages} />
      <ListBar total={total} texts={texts.total} locale={locale} />
      <Card>
        {registrations.length > 0 ? (
          <RegistrationTable
            registrations={registrations}
            mayOpen={can(principal, 'users:read')}
            locale={locale}
            messages={messages}
          />
        ) : (
          <EmptyState title={texts.emptyTitle} text={texts.emptyText}>
            {can(principal, 'settings:manage') ? (
              <TextLink alone href="/dashboard/settings/policy">
                {texts.settings}
              </TextLink>
            ) : null}
          </EmptyState>
        )}
        <Pager
          first={cursor && PATH}
          next={nextCursor && pageAddress(PATH, { cursor: nextCursor })}
          texts={texts}
        />
      </Card>
    </div>
  )
})

async function registrationsFrom(cursor: string | null) {
  const listed = await listFrom(
    cursor,
    (cursor) => listRegistrations({ limit: PAGE_SIZE, cursor }),
    ({ registrations }) => registrations.length === 0,
  )
  return listed.ok ? listed : { registrations: [], nextCursor: null, cursor: null }
}

/** The result of the last decision. */
function Notice({ outcome, messages }: { outcome: FormOutcome | null; messages: Messages }) {
  const { approved, declined, refusals } = messages.registrations
  const notices: Record<string, string> = {
    registration_approved: approved,
    registration_declined: declined,
  }
  const notice = ownValue(notices, outcome?.notice)
  const code = outcome?.code
  const refused = code && (ownValue(refusals, code) ?? messages.problems[code].text)
  return (
    <>
      <LiveRegion role="status" className="mb-4">
        {notice ? (
          <Alert tone="success">
            {formatMessage(notice, { email: outcome?.values?.person ?? '' })}
          </Alert>
        ) : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {refused ? <Alert tone="danger">{refused}</Alert> : null}
      </LiveRegion>
    </>
  )
}
