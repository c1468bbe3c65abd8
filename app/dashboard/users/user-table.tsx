import { clsx } from 'clsx'
import { BULK_FORM } from '@/app/dashboard/users/bulk-bar'
import { UserRowMenu } from '@/app/dashboard/users/user-menu'
import { SelectAllRows, SelectRow } from '@/components/data-table/row-selection'
import { Cell, ColumnHeader, SortHeader, Table, WIDE } from '@/components/data-table/table'
import type { ClientTexts } from '@/components/forms/form-submission'
import { Badge } from '@/components/ui/badge'
import { avatarSrc, PersonCell, ServiceBadge, UserStatusBadge } from '@/components/users/person'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { accountLabel } from '@/lib/accounts/service-address'
import { formatMediumDay, formatMessage, formatTimeAgo } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { can, type Principal } from '@/lib/platform/request-context'
import { availableUserActions } from '@/lib/users/user-actions'
import { pagePath } from '@/lib/web/page-address'
import {
  nextSort,
  type SortColumn,
  ariaSort,
  usersAddress,
  type UsersQuery,
} from '@/lib/web/users-query'

interface UserTableProps extends Omit<UserRowProps, 'user' | 'higherPrivileged'> {
  users: readonly ManagedUser[]
  /** The ids of users with permissions that the viewer lacks. */
  outranking: ReadonlySet<string>
  query: UsersQuery
}

/** Users, one per row. */
export function UserTable({ users, outranking, query, ...rest }: UserTableProps) {
  const { columns, title } = rest.messages.users
  const sortable = (column: SortColumn) => ({
    sorted: ariaSort(column, query.sort),
    href: usersAddress({ ...query, sort: nextSort(column, query.sort) }),
  })
  return (
    <Table label={title} className="table-fixed">
      <thead>
        <tr>
          {rest.selectable ? (
            <ColumnHeader className="w-11 pr-0">
              <SelectAllRows form={BULK_FORM} label={rest.messages.bulkActions.bar.selectAll} />
            </ColumnHeader>
          ) : null}
          <SortHeader label={columns.user} {...sortable('name')} />
          <ColumnHeader className={`${WIDE} w-32`}>{columns.status}</ColumnHeader>
          <ColumnHeader className="w-44 max-lg:hidden">{columns.roles}</ColumnHeader>
          <SortHeader
            label={columns.created}
            {...sortable('created_at')}
            className="w-32 max-xl:hidden"
          />
          <ColumnHeader className="w-36 max-xl:hidden">{columns.lastSignIn}</ColumnHeader>
          <ColumnHeader className="w-18">
            <span className="sr-only">{columns.actions}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} higherPrivileged={outranking.has(user.id)} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

/** Further roles are listed on the user's page. */
const ROLES_SHOWN = 2

interface UserRowProps {
  user: ManagedUser
  /** Whether the user has permissions that the viewer lacks. */
  higherPrivileged: boolean
  viewer: Principal
  /** Whether rows can be selected for a bulk action. */
  selectable: boolean
  /** How long a deleted account can be restored; null without a limit. */
  restorableFor: string | null
  locale: Locale
  messages: Messages
  clientTexts: ClientTexts
  at: Date
}

/** One user in the list. Narrow screens show the hidden columns below the name. */
function UserRow({
  user,
  higherPrivileged,
  viewer,
  selectable,
  locale,
  messages,
  ...rest
}: UserRowProps) {
  const { clientTexts, restorableFor, at } = rest
  const texts = messages.users
  const lastSignIn = user.last_sign_in_at
    ? formatTimeAgo(new Date(user.last_sign_in_at), at, locale, { alone: true })
    : texts.never
  const waiting = user.awaits_approval ? messages.registrations.badge : null
  const status = <UserStatusBadge status={user.status} texts={texts.statuses} waiting={waiting} />
  const own = user.id === viewer.userId
  const about = can(viewer, 'users:read') ? pagePath('/dashboard/users/[id]', user.id) : null
  const href = about ?? (own ? '/dashboard/account' : null)
  return (
    <tr className={clsx('has-checked:bg-hover', user.status === 'deleted' && 'text-muted')}>
      {selectable ? (
        <Cell className="pr-0">
          {own ? null : (
            <SelectRow
              form={BULK_FORM}
              name="user_ids"
              value={user.id}
              label={formatMessage(messages.bulkActions.bar.select, {
                person: user.name ?? user.email,
              })}
            />
          )}
        </Cell>
      ) : null}
      <Cell>
        <PersonCell
          name={user.name}
          email={user.email}
          href={href}
          avatar={href && avatarSrc(user)}
        >
          {own ? <Badge tone="accent">{texts.you}</Badge> : null}
          {user.kind === 'service' ? <ServiceBadge text={texts.service} /> : null}
        </PersonCell>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted lg:hidden">
          <span className="md:hidden">{status}</span>
          {user.roles.join(', ')}
        </span>
      </Cell>
      <Cell className={WIDE}>{status}</Cell>
      <Cell className="max-lg:hidden">
        <Roles names={user.roles} texts={texts} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted tabular-nums max-xl:hidden">
        <time dateTime={user.created_at}>{formatMediumDay(new Date(user.created_at), locale)}</time>
      </Cell>
      <Cell className="truncate text-muted max-xl:hidden">{lastSignIn}</Cell>
      <Cell className="text-right">
        <UserRowMenu
          user={{
            id: user.id,
            kind: user.kind,
            email: user.email,
            label: accountLabel(user),
            status: user.status,
            awaits_approval: user.awaits_approval,
          }}
          useful={availableUserActions(viewer, user)}
          higherPrivileged={higherPrivileged}
          href={href}
          restorableFor={restorableFor}
          texts={texts}
          actTexts={messages.userActions}
          clientTexts={clientTexts}
        />
      </Cell>
    </tr>
  )
}

function Roles({ names, texts }: { names: readonly string[]; texts: Messages['users'] }) {
  if (names.length === 0) return <span className="text-muted">{texts.noRoles}</span>
  const more = names.slice(ROLES_SHOWN)
  const moreText = formatMessage(texts.moreRoles, { count: more.length, names: more.join(', ') })
  return (
    <span className="flex flex-wrap items-center gap-1">
      {names.slice(0, ROLES_SHOWN).map((name) => (
        <Badge key={name} tone={name === 'admin' ? 'accent' : 'neutral'} className="min-w-0">
          <span className="truncate" title={name}>
            {name}
          </span>
        </Badge>
      ))}
      {more.length > 0 ? (
        <Badge title={moreText}>
          <span aria-hidden>+{more.length}</span>
          <span className="sr-only">{moreText}</span>
        </Badge>
      ) : null}
    </span>
  )
}
