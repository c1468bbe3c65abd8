import { FilterForm, SelectFilter, TextFilter } from '@/components/data-table/filter-form'
import { EmptyState } from '@/components/data-table/list-parts'
import { Alert } from '@/components/ui/alert'
import { LinkTabs, TextLink } from '@/components/ui/links'
import { LiveRegion } from '@/components/ui/live-region'
import { describeResult } from '@/components/users/describe-action'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { accountLabel } from '@/lib/accounts/service-address'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { ownValue } from '@/lib/platform/own-value'
import type { FieldError, ProblemCode } from '@/lib/platform/problems'
import { USER_ACTIONS } from '@/lib/users/user-actions'
import { DEFAULT_USER_SORT, USER_SORTS } from '@/lib/users/users.schemas'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { fieldErrorText } from '@/lib/web/refusals'
import {
  isUserView,
  USER_VIEWS,
  usersAddress,
  type UsersQuery,
  type UserView,
} from '@/lib/web/users-query'

/** The views of the list. Switching views keeps the sort order. */
export function UserViews({
  query,
  texts,
}: {
  query: UsersQuery
  texts: Messages['users']['views']
}) {
  const { filters, sort } = query
  const views = Object.entries(USER_VIEWS) as [UserView, UsersQuery['filters']][]
  return (
    <LinkTabs
      label={texts.label}
      tabs={views.map(([name, view]) => ({
        href: usersAddress({ filters: view, sort }),
        label: texts[name],
        current: isUserView(filters, view),
      }))}
    />
  )
}

interface UserFilterFormProps {
  query: UsersQuery
  /** The roles to choose from. If there are too many for a menu, the role is typed. */
  roles: { names: readonly string[]; complete: boolean }
  texts: Messages['users']
}

/** The filters and sort order of the user list. */
export function UserFilterForm({ query, roles, texts }: UserFilterFormProps) {
  const { filters, sort } = query
  const words = texts.filters
  const role = { name: 'role', label: words.role, typed: filters.role ?? '' }
  const known = !role.typed || roles.names.includes(role.typed)
  return (
    <FilterForm
      action="/dashboard/users"
      texts={words}
      filtered={false}
      className="grid-cols-2 lg:grid-cols-[5fr_3fr_3fr_3fr_3fr]"
    >
      <TextFilter
        name="query"
        type="search"
        label={words.query}
        typed={filters.query ?? ''}
        placeholder={words.queryHint}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        className="max-lg:col-span-full"
      />
      <SelectFilter name="status" label={words.status} typed={filters.status ?? ''}>
        <option value="">{words.anyStatus}</option>
        {Object.entries(texts.statuses).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectFilter>
      {roles.complete ? (
        <SelectFilter {...role}>
          <option value="">{words.anyRole}</option>
          {known ? null : <option value={role.typed}>{role.typed}</option>}
          {roles.names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectFilter>
      ) : (
        <TextFilter {...role} placeholder={words.roleHint} maxLength={256} autoComplete="off" />
      )}
      <SelectFilter name="kind" label={words.kind} typed={filters.kind ?? ''}>
        <option value="">{words.anyKind}</option>
        {Object.entries(texts.kinds).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectFilter>
      <SelectFilter name="sort" label={words.sort} typed={sort === DEFAULT_USER_SORT ? '' : sort}>
        {USER_SORTS.map((value) => (
          // The default order needs no query parameter.
          <option key={value} value={value === DEFAULT_USER_SORT ? '' : value}>
            {texts.sorts[value]}
          </option>
        ))}
      </SelectFilter>
    </FilterForm>
  )
}

interface UserActionNoticeProps {
  outcome: FormOutcome | null
  /** The users on the page: a refusal names the user it is about. */
  users: readonly ManagedUser[]
  locale: Locale
  messages: Messages
}

/** The result of the last action on a user in the list, or of an invitation. */
export function UserActionNotice({ outcome, users, locale, messages }: UserActionNoticeProps) {
  const done = doneText(outcome, messages)
  const refused = outcome?.code
    ? refusedText(outcome.code, outcome, { users, locale, messages })
    : null
  return (
    <>
      <LiveRegion role="status" className="mb-4">
        {done ? <Alert tone="success">{done}</Alert> : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {refused ? <Alert tone="danger">{refused}</Alert> : null}
      </LiveRegion>
    </>
  )
}

function doneText(outcome: FormOutcome | null, { users, userActions }: Messages): string | null {
  const person = outcome?.values?.person ?? ''
  if (outcome?.notice === 'user_invited') return formatMessage(users.invitation.done, { person })
  if (outcome?.notice === 'user_erased') return users.erased
  const act = USER_ACTIONS.find((name) => name === outcome?.form)
  if (!act || !outcome?.notice) return null
  const kind = outcome.notice === 'service_changed' ? 'service' : 'person'
  return describeResult(act, { kind, person }, userActions)
}

function refusedText(
  code: ProblemCode,
  { form, errors, values }: FormOutcome,
  { users, locale, messages }: Omit<UserActionNoticeProps, 'outcome'>,
): string {
  if (form === 'bulk' && errors?.[0]) return selectionFault(errors[0], { locale, messages })
  const { refusals } = messages.users
  const reason = ownValue(refusals, code) ?? messages.problems[code].text
  const user = users.find(({ id }) => id === values?.user_id)
  return user ? `${accountLabel(user)}: ${reason}` : reason
}

function selectionFault(
  { pointer, code }: FieldError,
  { locale, messages }: Pick<UserActionNoticeProps, 'locale' | 'messages'>,
): string {
  const texts = messages.bulkActions.faults
  if (pointer === '/kind') return texts.noKind
  if (pointer === '/filter' && code === 'too_many') return texts.tooMany
  return fieldErrorText(code, locale, { field: pointer.slice(1) })
}

/** The empty state of the user list, also when the viewer is the only user. */
export function NoUsers({ why, texts }: { why: 'alone' | 'noMatch'; texts: Messages['users'] }) {
  return (
    <EmptyState title={texts[`${why}Title`]} text={texts[`${why}Text`]}>
      {why === 'noMatch' ? (
        <TextLink alone href="/dashboard/users">
          {texts.filters.clear}
        </TextLink>
      ) : null}
    </EmptyState>
  )
}
