import { Badge } from '@/components/ui/badge'
import type { UserStatus } from '@/lib/platform/user-statuses'

const TONES = { pending: 'warning', active: 'success', deactivated: 'neutral', deleted: 'danger' } as const

/** What an account is, in a word or two. */
export function UserStatusBadge({
  status,
  texts,
}: {
  status: UserStatus
  texts: Record<UserStatus, string>
}) {
  return <Badge tone={TONES[status]}>{texts[status]}</Badge>
}
