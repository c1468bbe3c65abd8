import { Badge } from '@/components/ui/badge'
import type { Messages } from '@/lib/i18n/messages'
import type { BulkRow } from '@/lib/user-bulk/bulk-action.store'

const TONES = {
  draft: 'neutral',
  queued: 'neutral',
  running: 'accent',
  completed: 'success',
  stopped: 'danger',
} as const

/** How far a bulk action is, in a word. */
export function BulkStatus({
  bulk: { status },
  texts,
}: {
  bulk: Pick<BulkRow, 'status'>
  texts: Messages['bulkActions']
}) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}
