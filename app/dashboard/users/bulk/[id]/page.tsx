import { cache } from 'react'
import { MissingRecord } from '@/app/dashboard/missing-record'
import {
  BulkDraft,
  type BulkViewProps,
  ChooseRoles,
  PeopleCard,
} from '@/app/dashboard/users/bulk/[id]/bulk-draft'
import { BulkProgress } from '@/app/dashboard/users/bulk/[id]/bulk-progress'
import { bulkHeading } from '@/app/dashboard/users/bulk/bulk-labels'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { formatCount } from '@/lib/i18n/format'
import { now } from '@/lib/platform/clock'
import { ownValue } from '@/lib/platform/own-value'
import { can, type Principal } from '@/lib/platform/request-context'
import { BULK_PERMISSIONS, takesRoles } from '@/lib/users/bulk/bulk-kinds'
import { getBulkAction, listFirstRefused } from '@/lib/users/bulk/list-bulk-actions'
import { previewWithNames } from '@/lib/users/bulk/preview-bulk-action'
import { listRoleChoices } from '@/lib/users/user-roles'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

/** How many users per outcome are named. */
const NAMED = 50

/** Cached per request: the title and the page both need it. */
const findBulk = cache(getBulkAction)

const page = definePage('/dashboard/users/bulk/[id]')

export const generateMetadata = page.composeTitle(async ({ principal, params }) => {
  const { locale, messages } = await pageLanguage()
  const found = await findBulk(principal, (await params).id)
  if (!found.ok) return messages.pages.notFound.title
  return pageTitle(
    bulkHeading(found.bulk, messages.bulkActions, locale),
    messages.bulkActions.title,
  )
})

/**
 * A bulk action: the preview of a draft (`?roles` chooses its roles again), or the progress of a
 * started one.
 */
export default page.render(async ({ principal, params, searchParams }) => {
  const found = await findBulk(principal, (await params).id)
  if (!found.ok) return <MissingRecord kind="bulkAction" />
  const view = { bulk: found.bulk, ...(await pageLanguage()) }
  const { bulk, locale, messages } = view
  const texts = messages.bulkActions
  const outcome = await readOutcome()
  const draft = bulk.status === 'draft'
  const choosing =
    draft &&
    takesRoles(bulk.kind) &&
    (bulk.roleIds.length === 0 || parameter(await searchParams, 'roles') !== null)
  return (
    <>
      <PageHeader
        title={
          draft
            ? formatCount(texts.questions[bulk.kind], bulk.total, locale)
            : bulkHeading(bulk, texts, locale)
        }
        back={{ href: '/dashboard/users', label: texts.history.back }}
      />
      <Refused outcome={outcome} {...view} />
      {choosing ? (
        <RoleChoice {...view} outcome={outcome} principal={principal} />
      ) : draft ? (
        <Draft {...view} principal={principal} />
      ) : (
        <Report {...view} principal={principal} />
      )}
    </>
  )
})

interface PartProps extends BulkViewProps {
  principal: Principal
}

async function RoleChoice({
  outcome,
  principal,
  ...view
}: PartProps & { outcome: FormOutcome | null }) {
  const listed = await listRoleChoices(principal)
  return (
    <Card>
      <CardBody>
        <ChooseRoles {...view} choices={listed.ok ? listed.roles : []} outcome={outcome} />
      </CardBody>
    </Card>
  )
}

async function Draft({ principal, ...view }: PartProps) {
  const { bulk, messages } = view
  const preview = await previewWithNames(bulk, NAMED, now())
  return (
    <>
      {takesRoles(bulk.kind) ? (
        <p className="mb-4">
          <TextLink alone href={`${pagePath('/dashboard/users/bulk/[id]', bulk.id)}?roles=choose`}>
            {messages.bulkActions.roles.change}
          </TextLink>
        </p>
      ) : null}
      <BulkDraft {...view} preview={preview} linkUsers={can(principal, 'users:read')} />
    </>
  )
}

async function Report({ principal, ...view }: PartProps) {
  const { bulk, messages } = view
  const refused = bulk.refused > 0 ? await listFirstRefused(bulk, NAMED) : []
  return (
    <div className="grid gap-6">
      <BulkProgress {...view} mayStop={can(principal, BULK_PERMISSIONS[bulk.kind])} />
      <PeopleCard
        {...view}
        title={messages.bulkActions.progress.refusedList}
        people={refused}
        count={bulk.refused}
        linkUsers={can(principal, 'users:read')}
      />
    </div>
  )
}

/** Without JavaScript: why the last form was refused. */
function Refused({ outcome, messages }: BulkViewProps & { outcome: FormOutcome | null }) {
  const { conflict, progress } = messages.bulkActions
  const texts: Partial<Record<string, string>> = { run: conflict, cancel: progress.ended }
  const text =
    outcome?.code && outcome.form !== 'roles'
      ? (outcome.code === 'conflict' && ownValue(texts, outcome.form)) ||
        messages.problems[outcome.code].text
      : null
  return (
    <LiveRegion role="alert" className="mb-4">
      {text ? <Alert tone="danger">{text}</Alert> : null}
    </LiveRegion>
  )
}
