import { Badge } from '@/components/ui/badge'
import type { ContactStatus } from '@/lib/contacts/contacts.schemas'
import type { Messages } from '@/lib/i18n/messages'

/** How far a message has been dealt with. */
export function ContactStatusBadge({
  status,
  texts,
}: {
  status: ContactStatus
  texts: Messages['contacts']
}) {
  return <Badge tone={status === 'new' ? 'accent' : 'neutral'}>{texts.statuses[status]}</Badge>
}
