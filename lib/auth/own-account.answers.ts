import { z } from 'zod'
import { ownAuditRecordResponse } from '@/lib/audit/present-own-record'
import { textMessageResponse } from '@/lib/sms/present-text'
import { ownDataResponse, ownSessionResponse } from '@/lib/users/present-own-data'
import { inboxItemResponse } from '@/lib/inbox/inbox.schemas'
import { exportedUploadResponse } from '@/lib/uploads/upload.schemas'
import { paymentResponse } from '@/lib/payments/payments.answers'

const instant = z.iso.datetime()

/** The forms of what the API answers about one's own account. */
export const phoneCodeResponse = z
  .strictObject({ status: z.literal('code_sent') })
  .meta({ id: 'PhoneChange' })

export const emailChangeResponse = z
  .strictObject({ status: z.literal('confirmation_sent') })
  .meta({ id: 'EmailChange' })

/** The file of all that is stored of a person. */
export const ownExportResponse = z
  .strictObject({
    exported_at: instant,
    ...ownDataResponse.shape,
    sessions: z.array(ownSessionResponse),
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
