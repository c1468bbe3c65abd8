import { BULK_FORM } from '@/app/dashboard/users/bulk-bar'
import { UserMenu } from '@/app/dashboard/users/user-menu'
import { SelectRow } from '@/components/data-table/row-selection'
import type { ClientTexts } from '@/components/forms/call-action'
import { Badge } from '@/components/ui/badge'
import { clsx } from 'clsx'
import { Cell } from '@/components/ui/table'
import { avatarSrc } from '@/components/users/avatar-src'
import { PersonCell } from '@/components/users/person-cell'
import { UserStatusBadge } from '@/components/users/user-status-badge'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatMediumDay, formatTimeAgo } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { offeredActs } from '@/lib/users-admin/user-acts'
import type { ManagedUser } from '@/lib/users/present-managed-user'
import { pickFieldName } from '@/lib/web/picked-users'

/** More roles than these are named on the user's own page. */
const ROLES_SHOWN = 2

export interface UserRowProps {
  user: ManagedUser
  /** Whether they hold something that the viewer lacks. */
  outranks: boolean
  viewer: Principal
  /** Whether rows can be selected, for the form above them. */
  selectable: boolean
  locale: Locale
  messages: Messages
  clientTexts: ClientTexts
  at: Date
}

/** One user of the list. Narrow screens show under the name what has no column of its own there. */
export function UserRow({ user, outranks, viewer, selectable, locale, messages, ...rest }: UserRowProps) {
  const { clientTexts, at } = rest
  const texts = messages.users
  const lastSignIn = user.last_sign_in_at
    ? formatTimeAgo(new Date(user.last_sign_in_at), at, locale)
    : texts.never
  const status = <UserStatusBadge status={user.status} texts={texts.statuses} />
  const own = user.id === viewer.userId
  const about = can(viewer, 'users:read') ? `/dashboard/users/${user.id}` : null
  const href = about ?? (own ? '/dashboard/account' : null)
  return (
    <tr className={clsx('has-checked:bg-hover', user.status === 'deleted' && 'text-muted')}>
      {selectable ? (
        <Cell className="pr-0">
          {own ? null : (
            <SelectRow
              form={BULK_FORM}
              name={pickFieldName(user.id)}
              value={user.id}
              label={formatMessage(messages.bulkActions.bar.select, { person: user.name ?? user.email })}
            />
          )}
        </Cell>
      ) : null}
      <Cell>
        <PersonCell name={user.name} email={user.email} href={href} avatar={href && avatarSrc(user)}>
          {own ? <Badge tone="accent">{texts.you}</Badge> : null}
        </PersonCell>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted lg:hidden">
          <span className="md:hidden">{status}</span>
          {user.roles.join(', ')}
        </span>
      </Cell>
      <Cell className="max-md:hidden">{status}</Cell>
      <Cell className="max-lg:hidden">
        <Roles names={user.roles} texts={texts} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted tabular-nums max-xl:hidden">
        <time dateTime={user.created_at}>{formatMediumDay(new Date(user.created_at), locale)}</time>
      </Cell>
      <Cell className="truncate text-muted max-xl:hidden">{lastSignIn}</Cell>
      <Cell className="text-right">
        <UserMenu
          user={{ id: user.id, email: user.email, status: user.status }}
          useful={offeredActs(viewer, user)}
          outranks={outranks}
          href={href}
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
