import {
  LogOut,
  RotateCcw,
  SquareArrowOutUpRight,
  Trash2,
  UserCheck,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import { RowMenu, RowMenuButton, RowMenuLink } from '@/components/data-table/row-menu'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import { consequenceOf } from '@/components/users/consequence-of'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { offeredActs, type UserAct } from '@/lib/users-admin/user-acts'
import type { ManagedUser } from '@/lib/users/present-managed-user'

const icons: Record<UserAct, LucideIcon> = {
  activate: UserCheck,
  deactivate: UserX,
  end_sessions: LogOut,
  restore: RotateCcw,
  delete: Trash2,
}
const harmless = new Set<UserAct>(['activate', 'restore'])

interface UserMenuProps {
  user: ManagedUser
  outranks: boolean
  viewer: Principal
  /** The user's own page, where the viewer may open it. */
  href: string | null
  messages: Messages
}

/** What the viewer may do with one user; nothing where that is nothing. */
export function UserMenu({ user, outranks, viewer, href, messages }: UserMenuProps) {
  const { users: texts, userActs } = messages
  const useful = offeredActs(viewer, user)
  const acts = outranks ? [] : useful
  if (!href && useful.length === 0) return null
  return (
    <RowMenu
      id={`menu-${user.id}`}
      label={formatMessage(texts.menu, { person: user.email })}
      dialogs={acts.map((act) => (
        <ActQuestion key={act} act={act} user={user} messages={messages} />
      ))}
    >
      {href ? (
        <RowMenuLink href={href}>
          <SquareArrowOutUpRight aria-hidden />
          {texts.open}
        </RowMenuLink>
      ) : null}
      {acts.map((act) => {
        const Icon = icons[act]
        return (
          <RowMenuButton key={act} asks={questionId(act, user)} danger={act === 'delete'}>
            <Icon aria-hidden />
            {userActs[act].submit}
          </RowMenuButton>
        )
      })}
      {useful.length > acts.length ? (
        <p className="max-w-56 px-2.5 py-1.5 text-[0.8125rem] text-muted">{texts.outranking}</p>
      ) : null}
    </RowMenu>
  )
}

const questionId = (act: UserAct, { id }: ManagedUser) => `${act}-${id}`

/** A form as plain as can be: there are several in each row, and none has anything to type. */
function ActQuestion({ act, user, messages }: { act: UserAct; user: ManagedUser; messages: Messages }) {
  const { title, submit } = messages.userActs[act]
  return (
    <ConfirmPopover
      id={questionId(act, user)}
      title={formatMessage(title, { person: user.email })}
      text={consequenceOf(act, { user, self: false, texts: messages.userActs })}
      cancel={messages.users.cancel}
    >
      <form method="post">
        <input type="hidden" name="intent" value={act} />
        <input type="hidden" name="user_id" value={user.id} />
        <Button type="submit" variant={harmless.has(act) ? 'primary' : 'danger'}>
          {submit}
        </Button>
      </form>
    </ConfirmPopover>
  )
}
