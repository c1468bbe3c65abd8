import type { listTextsOf } from '@/lib/sms/sms-message.store'

/** One text message, as its reader sees it in their own data. Fields are listed one by one. */
export function presentText(row: Awaited<ReturnType<typeof listTextsOf>>[number]) {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    status: row.status,
    segments: row.segments,
    error_code: row.errorCode,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
