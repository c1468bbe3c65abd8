import { z } from 'zod'
import type { listTextsOf } from '@/lib/messaging/sms/sms-message.store'
import { instant } from '@/lib/platform/instant'

/** A text message in the recipient's own data. */
export const textMessageResponse = z
  .strictObject({
    id: z.uuid(),
    kind: z.string(),
    recipient: z
      .string()
      .nullable()
      .meta({ examples: ['+1•••••••123'] })
      .describe('Masked'),
    status: z.string().meta({ examples: ['delivered'] }),
    segments: z.int().nullable(),
    error_code: z.string().nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'TextMessage' })

export function presentText(
  row: Awaited<ReturnType<typeof listTextsOf>>[number],
): z.output<typeof textMessageResponse> {
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
