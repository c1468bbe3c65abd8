import { z } from 'zod'
import { inboxItemAnswer } from '@/lib/inbox/inbox.schemas'
import { uploadAnswer } from '@/lib/uploads/upload.schemas'
import { paymentAnswer } from '@/lib/payments/payments.answers'

const instant = z.iso.datetime()
const maybe = instant.nullable()
const text = z.string()

/** The forms of what the API answers about one's own account. */
export const phoneCodeAnswer = z.strictObject({ status: z.literal('code_sent') })

export const emailChangeAnswer = z.strictObject({ status: z.literal('confirmation_sent') })

const session = z.strictObject({
  id: z.uuid(),
  surface: z.enum(['web', 'api']),
  factors: z.array(text),
  signed_in_at: instant,
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
  revoked_at: maybe,
  revoked_reason: text.nullable(),
  ip: text.nullable(),
  user_agent: text.nullable(),
  current: z.boolean(),
})

const auditRecord = z.strictObject({
  id: z.uuid(),
  occurred_at: instant,
  action: text,
  outcome: text,
  actor: z.enum(['you', 'somebody_else', 'nobody_signed_in']),
  target: z.enum(['you', 'your_session', 'something_else']).nullable(),
  ip: text.nullable().describe('Only for your own actions'),
  user_agent: text.nullable(),
  details: z.record(text, z.unknown()).nullable(),
})

/** The file of all that is stored of a person. */
export const ownExportAnswer = z.strictObject({
  exported_at: instant,
  profile: z.strictObject({
    id: z.uuid(),
    email: text,
    email_verified_at: maybe,
    first_verified_at: maybe,
    name: text.nullable(),
    locale: text.nullable(),
    status: text,
    invited_at: maybe,
    created_at: instant,
    updated_at: instant,
    version: z.int(),
  }),
  phone: z.strictObject({ number: text, verified_at: maybe }).nullable(),
  phone_change: z
    .strictObject({ new_phone: text, requested_at: instant, expires_at: instant })
    .nullable()
    .describe('A number waiting to be confirmed'),
  password: z.strictObject({ is_set: z.boolean(), changed_at: maybe }),
  second_factor: z.strictObject({
    enabled_at: maybe,
    authenticator_added_at: maybe,
    wrong_codes: z.int(),
    enrolment_expires_at: maybe,
    recovery_codes: z.strictObject({ total: z.int(), used_at: z.array(instant) }),
  }),
  roles: z.array(z.strictObject({ name: text, description: text })),
  permissions: z.array(text),
  identities: z.array(
    z.strictObject({
      provider: text,
      provider_label: text.describe('Display name of the provider'),
      subject: text.describe('Your user ID at the provider'),
      email: text.nullable(),
      linked_at: instant,
      last_used_at: instant,
    }),
  ),
  devices: z.array(z.strictObject({ first_seen_at: instant, last_used_at: instant })),
  announcements: z
    .strictObject({ inbox: z.boolean(), email: z.boolean(), sms: z.boolean(), security_sms: z.boolean() })
    .describe('How you receive announcements, and whether security notices are also sent by text message'),
  notification_draft: z
    .strictObject({ fields: z.record(text, text), changed_at: instant })
    .nullable()
    .describe('A notification you drafted but did not send'),
  email_change: z
    .strictObject({ new_email: text, requested_at: instant, expires_at: instant })
    .nullable()
    .describe('A pending email address change'),
  links_sent: z.array(
    z.strictObject({ kind: text, email: text, sent_at: instant, expires_at: instant, used_at: maybe }),
  ),
  sessions: z.array(session),
  inbox: z.array(inboxItemAnswer),
  text_messages: z
    .array(
      z.strictObject({
        id: z.uuid(),
        kind: text,
        recipient: text.nullable().describe('Masked'),
        status: text,
        segments: z.int().nullable(),
        error_code: text.nullable(),
        created_at: instant,
        updated_at: instant,
      }),
    )
    .describe('Text messages sent to you in the last year; their content is not stored'),
  uploads: z.array(
    uploadAnswer.extend({
      download_url: text.describe('Opens the file without signing in until it expires'),
      download_expires_at: instant,
    }),
  ),
  payments: z.array(paymentAnswer),
  audit_records: z.array(auditRecord),
})
