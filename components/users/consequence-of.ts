import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import type { ManagedUser } from '@/lib/users/present-managed-user'
import type { UserAct } from '@/lib/users-admin/user-acts'

/** What an act means for that very user: for one’s own account, and for an address that nobody has confirmed, it says so. */
export function consequenceOf(
  act: UserAct,
  {
    user,
    self,
    texts,
  }: { user: Pick<ManagedUser, 'status' | 'email'>; self: boolean; texts: Messages['userActions'] },
): string {
  const words = texts[act]
  if (self && 'ownText' in words) return words.ownText
  if (user.status === 'pending' && 'pendingText' in words)
    return formatMessage(words.pendingText, { email: user.email })
  return words.text
}
