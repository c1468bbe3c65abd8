import { z } from 'zod'
import { ownAuditRecordResponse } from '@/lib/audit/present-own-record'
import { ownDataResponse, ownSessionResponse } from '@/lib/identity/account/present-own-data'
import { ownApiKeyResponse } from '@/lib/identity/api-keys/present-api-key'
import { inboxItemResponse } from '@/lib/messaging/inbox/inbox.responses'
import { textMessageResponse } from '@/lib/messaging/sms/present-text'
import { paymentResponse } from '@/lib/payments/payments.responses'
import { instant } from '@/lib/platform/instant'
import { exportedUploadResponse } from '@/lib/uploads/upload.responses'

/** The schemas of API responses about one's own account. */
export const phoneCodeResponse = z
  .strictObject({ status: z.literal('code_sent') })
  .meta({ id: 'PhoneChange' })

export const emailChangeResponse = z
  .strictObject({ status: z.literal('confirmation_sent') })
  .meta({ id: 'EmailChange' })

/** The export of everything stored about a user. */
export const ownExportResponse = z
  .strictObject({
    exported_at: instant,
    ...ownDataResponse.shape,
    sessions: z.array(ownSessionResponse),
    api_keys: z.array(ownApiKeyResponse),
    inbox: z.array(inboxItemResponse),
    text_messages: z
      .array(textMessageResponse)
      .describe('Text messages sent to you in the last year; their content is not stored'),
    uploads: z.array(exportedUploadResponse),
    payments: z.array(paymentResponse),
    audit_records: z.array(ownAuditRecordResponse),
  })
  .meta({ id: 'OwnDataExport' })

export type OwnExport = z.output<typeof ownExportResponse>
