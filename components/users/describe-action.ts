import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import type { UserKind } from '@/lib/platform/user-statuses'
import type { UserAction } from '@/lib/users/user-actions'

interface ActionSubject {
  user: Pick<ManagedUser, 'kind' | 'status' | 'email' | 'awaits_approval'>
  self: boolean
  texts: Messages['userActions']
}

/**
 * The consequence of an action for this user. Says so if it is one's own account, or if the address
 * is not confirmed, or if the account waits for approval. A service account has no sessions or
 * links that could end. A deletion says how long the account can be restored.
 */
export function describeConsequence(
  act: UserAction,
  { restorableFor, ...about }: ActionSubject & { restorableFor: string | null },
): string {
  const consequence = describeChange(act, about)
  if (act !== 'delete') return consequence
  const words = about.texts.delete
  const restoring =
    restorableFor === null
      ? words.restorable
      : formatMessage(words.restorableFor, { period: restorableFor })
  return `${consequence} ${restoring}`
}

function describeChange(act: UserAction, { user, self, texts }: ActionSubject): string {
  const words = texts[act]
  if (user.kind === 'service' && 'serviceText' in words) return words.serviceText
  if (self && 'ownText' in words) return words.ownText
  if (user.awaits_approval && 'waitingText' in words) return words.waitingText
  if (user.status === 'pending' && 'pendingText' in words)
    return formatMessage(words.pendingText, { email: user.email })
  return words.text
}

/** What an action on a user did. */
export function describeResult(
  act: UserAction,
  { kind, person }: { kind: UserKind; person: string },
  texts: Messages['userActions'],
): string {
  const words = texts[act]
  const done = kind === 'service' && 'serviceDone' in words ? words.serviceDone : words.done
  return formatMessage(done, { person })
}
