'use client'

import {
  LogOut,
  type LucideIcon,
  RotateCcw,
  SquareArrowOutUpRight,
  Trash2,
  UserCheck,
  UserX,
} from 'lucide-react'
import {
  activateUser,
  deactivateUser,
  deleteUser,
  endSessions,
  restoreUser,
} from '@/app/dashboard/users/actions'
import { RowMenu, RowMenuButton, RowMenuLink } from '@/components/data-table/row-menu'
import { BareForm } from '@/components/forms/bare-forms'
import type { ClientTexts } from '@/components/forms/form-submission'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/popover'
import { describeConsequence, describeResult } from '@/components/users/describe-action'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import type { UserAction } from '@/lib/users/user-actions'
import type { FormAction } from '@/lib/web/action-state'

const icons: Record<UserAction, LucideIcon> = {
  activate: UserCheck,
  deactivate: UserX,
  end_sessions: LogOut,
  restore: RotateCcw,
  delete: Trash2,
}
const harmless = new Set<UserAction>(['activate', 'restore'])

type Person = Pick<ManagedUser, 'id' | 'kind' | 'email' | 'status' | 'awaits_approval'> & {
  /** What the account is called (`accountLabel`). */
  label: string
}

interface UserMenuProps {
  user: Person
  /** The actions that apply to a user with this status and that the viewer may take. */
  useful: readonly UserAction[]
  higherPrivileged: boolean
  /** The user's page, if the viewer may open it. */
  href: string | null
  /** How long a deleted account can be restored; null without a limit. */
  restorableFor: string | null
  texts: Messages['users']
  actTexts: Messages['userActions']
  clientTexts: ClientTexts
}

/**
 * The actions that the viewer may take on a user; nothing if there are none. A client component so
 * that the page contains each row's dialogs once, as markup, and not again as serialized props.
 */
export function UserRowMenu({
  user,
  useful,
  higherPrivileged,
  href,
  restorableFor,
  texts,
  actTexts,
  clientTexts,
}: UserMenuProps) {
  const acts = higherPrivileged ? [] : useful
  if (!href && useful.length === 0) return null
  return (
    <RowMenu
      id={`menu-${user.id}`}
      label={formatMessage(texts.menu, { person: user.label })}
      dialogs={acts.map((act) => (
        <ActionConfirmation
          key={act}
          act={act}
          user={user}
          restorableFor={restorableFor}
          listTexts={texts}
          texts={actTexts}
          clientTexts={clientTexts}
        />
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
            {actTexts[act].submit}
          </RowMenuButton>
        )
      })}
      {useful.length > acts.length ? (
        <p className="max-w-56 px-2.5 py-1.5 text-[0.8125rem] text-muted">{texts.outranking}</p>
      ) : null}
    </RowMenu>
  )
}

const questionId = (act: UserAction, { id }: Person) => `${act}-${id}`

const ACTIONS: Record<UserAction, FormAction> = {
  activate: activateUser,
  deactivate: deactivateUser,
  end_sessions: endSessions,
  restore: restoreUser,
  delete: deleteUser,
}

interface ActionConfirmationProps extends Pick<UserMenuProps, 'user' | 'restorableFor'> {
  act: UserAction
  listTexts: Messages['users']
  texts: Messages['userActions']
  clientTexts: ClientTexts
}

/** A minimal form: every row has several, and none has fields to fill in. */
function ActionConfirmation({
  act,
  user,
  restorableFor,
  listTexts,
  texts,
  clientTexts,
}: ActionConfirmationProps) {
  const { cancel, refusals } = listTexts
  const { title, submit } = texts[act]
  return (
    <ConfirmPopover
      id={questionId(act, user)}
      title={formatMessage(title, { person: user.label })}
      text={describeConsequence(act, { user, self: false, texts, restorableFor })}
      cancel={cancel}
    >
      <BareForm
        action={ACTIONS[act]}
        texts={clientTexts}
        done={describeResult(act, { kind: user.kind, person: user.label }, texts)}
        explain={({ code }) => (code && refusals[code as keyof typeof refusals]) || null}
      >
        <input type="hidden" name="intent" value={act} />
        <input type="hidden" name="user_id" value={user.id} />
        <Button type="submit" variant={harmless.has(act) ? 'primary' : 'danger'}>
          {submit}
        </Button>
      </BareForm>
    </ConfirmPopover>
  )
}
