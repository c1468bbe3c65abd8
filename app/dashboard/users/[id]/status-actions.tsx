import { changeUser } from '@/app/dashboard/users/[id]/actions'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { ConfirmedForm } from '@/components/forms/confirmed-form'
import { consequenceOf } from '@/components/users/consequence-of'
import { formatMessage } from '@/lib/i18n/format-message'
import { MOVE_PERMISSIONS, movesFrom, type StatusMove } from '@/lib/users/user-status'

const LOSES = new Set<StatusMove>(['deactivate', 'delete'])

/** What can be made of the account, each after a second step that says what it means. Nothing where nothing can. */
export function StatusActions(view: ViewProps) {
  const { messages, user, limits, mayChange } = view
  const moves = movesFrom(user.status).filter(
    (move) => mayChange(MOVE_PERMISSIONS[move]) && !(limits.lastAdministrator && LOSES.has(move)),
  )
  if (moves.length === 0) return null
  return (
    <div role="group" aria-label={messages.userDetail.actions} className="flex flex-wrap gap-2">
      {moves.map((move) => (
        <MoveAction key={move} move={move} {...view} />
      ))}
    </div>
  )
}

function MoveAction({ move, locale, messages, user, person, self }: ViewProps & { move: StatusMove }) {
  const texts = messages.userActions
  return (
    <ConfirmedForm
      action={changeUser}
      intent={move}
      button={texts[move].submit}
      title={formatMessage(texts[move].title, { person })}
      text={consequenceOf(move, { user, self, texts })}
      danger={LOSES.has(move)}
      cancel={messages.userDetail.cancel}
      locale={locale}
    />
  )
}
