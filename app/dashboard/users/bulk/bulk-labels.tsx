import { Badge } from '@/components/ui/badge'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { ownValue } from '@/lib/platform/own-value'
import type { BulkRow } from '@/lib/users/bulk/bulk-action.store'
import type { BulkKind } from '@/lib/users/bulk/bulk-kinds'

type Texts = Messages['bulkActions']

/** "Deactivate 12 users". */
export function bulkHeading(
  bulk: { kind: BulkKind; total: number },
  texts: Texts,
  locale: Locale,
): string {
  return formatCount(texts.headings[bulk.kind], bulk.total, locale)
}

/** Why a user was, or would be, skipped. */
export function bulkReason(code: string, kind: BulkKind, texts: Texts): string {
  if (code === 'conflict' && kind === 'resend_invitation') return texts.reasons.no_invitation
  return ownValue(texts.reasons, code) ?? code
}

const TONES = {
  draft: 'neutral',
  queued: 'neutral',
  running: 'accent',
  completed: 'success',
  stopped: 'danger',
} as const

/** The status of a bulk action. */
export function BulkStatus({
  bulk: { status },
  texts,
}: {
  bulk: Pick<BulkRow, 'status'>
  texts: Messages['bulkActions']
}) {
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}
