import Link from 'next/link'
import { chooseRoles, runAction } from '@/app/dashboard/users/bulk/[id]/actions'
import { bulkReason } from '@/app/dashboard/users/bulk/bulk-labels'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { CheckboxList } from '@/components/forms/choice-lists'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { Counts } from '@/components/ui/progress'
import { TextWithTime } from '@/components/ui/text-with-time'
import { PersonCell, UserStatusBadge } from '@/components/users/person'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { type Messages, roleDescription } from '@/lib/i18n/messages'
import { addSeconds } from '@/lib/platform/clock'
import type { BulkRow } from '@/lib/users/bulk/bulk-action.store'
import type { BulkKind } from '@/lib/users/bulk/bulk-kinds'
import type { BulkPerson } from '@/lib/users/bulk/bulk-user.store'
import type { NamedPreview } from '@/lib/users/bulk/preview-bulk-action'
import { DRAFT_SECONDS } from '@/lib/users/bulk/bulk-kinds'
import type { RoleChoice } from '@/lib/users/user-roles'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

/** Props shared by every part of the bulk action page. */
export interface BulkViewProps {
  bulk: BulkRow
  locale: Locale
  messages: Messages
}

const HARMLESS = new Set<BulkKind>(['activate', 'add_roles', 'resend_invitation'])

interface BulkDraftProps extends BulkViewProps {
  preview: NamedPreview
  linkUsers: boolean
}

/** The effect on each user, and the button that runs the action. */
export function BulkDraft({ preview, linkUsers, ...view }: BulkDraftProps) {
  const { bulk, locale, messages } = view
  const texts = messages.bulkActions
  const { changed, unchanged, refused, unconfirmed, people } = preview
  const roles = new Intl.ListFormat(locale).format(bulk.roleNames)
  return (
    <div className="grid gap-6">
      <Card>
        <CardBody className="grid gap-5">
          <Counts
            locale={locale}
            counts={[
              [texts.preview.changed, changed],
              [texts.preview.unchanged, unchanged],
              [texts.preview.refused, refused],
            ]}
          />
          {changed > 0 ? <p>{formatMessage(texts.consequences[bulk.kind], { roles })}</p> : null}
          {bulk.kind === 'activate' && unconfirmed > 0 ? (
            <Alert tone="warning">{formatCount(texts.unconfirmed, unconfirmed, locale)}</Alert>
          ) : null}
          <p className="text-muted">
            {changed > 0 ? texts.preview.lead : texts.preview.nothing}{' '}
            {changed > 0 ? (
              <TextWithTime
                text={texts.preview.expires}
                at={addSeconds(bulk.createdAt, DRAFT_SECONDS).toISOString()}
                locale={locale}
              />
            ) : null}
          </p>
        </CardBody>
        <CardFooter>
          {changed > 0 ? (
            <PageForm
              action={runAction}
              locale={locale}
              intent="run"
              problemTexts={{ conflict: texts.conflict }}
            >
              <SubmitButton
                variant={HARMLESS.has(bulk.kind) ? 'primary' : 'danger'}
                pendingText={messages.forms.pending}
              >
                {formatCount(texts.headings[bulk.kind], changed, locale)}
              </SubmitButton>
            </PageForm>
          ) : null}
          <Link
            className={buttonClasses({ variant: 'outline' })}
            href="/dashboard/users"
            prefetch={false}
          >
            {texts.preview.cancel}
          </Link>
        </CardFooter>
      </Card>
      <PeopleCard
        {...view}
        title={texts.preview.refusedList}
        people={people.filter(({ code }) => code !== null)}
        count={refused}
        linkUsers={linkUsers}
      />
      <PeopleCard
        {...view}
        title={texts.preview.changedList}
        people={people.filter(({ code }) => code === null)}
        count={changed}
        linkUsers={linkUsers}
      />
    </div>
  )
}

interface ChooseRolesProps extends BulkViewProps {
  choices: readonly RoleChoice[]
  outcome: FormOutcome | null
}

/**
 * The roles that the selected users get or lose. Roles that the viewer cannot assign are not
 * offered for adding.
 */
export function ChooseRoles({ choices, outcome, bulk, locale, messages }: ChooseRolesProps) {
  const texts = messages.bulkActions.roles
  const adds = bulk.kind === 'add_roles'
  return (
    <PageForm
      action={chooseRoles}
      locale={locale}
      outcome={outcome}
      intent="roles"
      className="max-w-md"
    >
      <CheckboxList
        name="roles"
        label={adds ? texts.addLabel : texts.removeLabel}
        hint={adds ? texts.addHint : undefined}
        options={choices
          .filter(({ grantable }) => grantable || !adds)
          .map((role) => ({
            value: role.name,
            label: role.name,
            hint: roleDescription(role, messages.roles),
            ticked: bulk.roleIds.includes(role.id),
          }))}
      />
      <div>
        <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
      </div>
    </PageForm>
  )
}

interface PeopleCardProps extends BulkViewProps {
  title: string
  /** `code` says why a user is skipped; null for the others. */
  people: readonly { person: BulkPerson; code: string | null }[]
  /** The total number. */
  count: number
  linkUsers: boolean
}

/** The first users of one outcome, each with status or reason. Nothing if there are none. */
export function PeopleCard({
  title,
  people,
  count,
  linkUsers,
  bulk,
  locale,
  messages,
}: PeopleCardProps) {
  const texts = messages.bulkActions
  if (people.length === 0) return null
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const reasons = people.some(({ code }) => code !== null)
  return (
    <Card>
      <CardHeader title={title} />
      <div className="mt-4 border-t border-line">
        <Table label={title} className="table-fixed">
          <thead>
            <tr>
              <ColumnHeader>{texts.columns.user}</ColumnHeader>
              <ColumnHeader className="w-32 max-sm:hidden">{texts.columns.status}</ColumnHeader>
              {reasons ? (
                <ColumnHeader className="w-2/5">{texts.columns.reason}</ColumnHeader>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {people.map(({ person, code }) => (
              <tr key={person.id}>
                <Cell>
                  <PersonCell
                    {...person}
                    href={linkUsers ? pagePath('/dashboard/users/[id]', person.id) : null}
                  />
                </Cell>
                <Cell className="max-sm:hidden">
                  <UserStatusBadge status={person.status} texts={messages.users.statuses} />
                </Cell>
                {reasons ? (
                  <Cell>{code === null ? null : bulkReason(code, bulk.kind, texts)}</Cell>
                ) : null}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {count > people.length ? (
        <CardFooter>
          {formatMessage(texts.firstOf, { shown: number(people.length), count: number(count) })}
        </CardFooter>
      ) : null}
    </Card>
  )
}
