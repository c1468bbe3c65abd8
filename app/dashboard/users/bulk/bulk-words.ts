import { formatCount } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { BulkKind } from '@/lib/user-bulk/bulk-kinds'

type Texts = Messages['bulkActions']

/** "Deactivate 12 users". */
export function bulkHeading(bulk: { kind: BulkKind; total: number }, texts: Texts, locale: Locale): string {
  return formatCount(texts.headings[bulk.kind], bulk.total, locale)
}

/** Why somebody was, or would be, left as they are. */
export function bulkReason(code: string, kind: BulkKind, texts: Texts): string {
  if (code === 'conflict' && kind === 'resend_invitation') return texts.reasons.no_invitation
  return Object.hasOwn(texts.reasons, code) ? texts.reasons[code as keyof Texts['reasons']] : code
}
