import { z } from 'zod'
import { INBOX_LENGTHS, isOwnPath, OWN_PATH_LENGTH } from '@/lib/messaging/inbox/inbox.schemas'
import { hasUnknownPlaceholder } from '@/lib/messaging/notifications/placeholders'
import { lineField, textField } from '@/lib/platform/input-fields'

/** Maximum lengths, in UTF-16 units after trimming: those of an inbox item. */
export const NOTIFICATION_LENGTHS = { ...INBOX_LENGTHS, href: OWN_PATH_LENGTH, name: 80 } as const

/** As many ids as fit into a body of 100 kB. For more, send to a role or to all users. */
export const MAX_USER_IDS = 2500

export const CHANNELS = ['inbox', 'email', 'sms'] as const

export type Channel = (typeof CHANNELS)[number]

export const NOTIFICATION_STATUSES = [
  'scheduled',
  'running',
  'completed',
  'cancelled',
  'failed',
] as const

export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number]

const channels = z
  .array(z.enum(CHANNELS, { error: 'not_supported' }), {
    error: ({ input }) => (input === undefined ? 'required' : 'invalid_type'),
  })
  .min(1, { error: 'required' })
  .max(10, { error: 'too_long' })
  .transform((chosen) => CHANNELS.filter((channel) => chosen.includes(channel)))

const title = lineField(NOTIFICATION_LENGTHS.title)
const body = textField(NOTIFICATION_LENGTHS.body)
const href = z
  .string({ error: 'invalid_type' })
  .max(OWN_PATH_LENGTH, { error: 'too_long' })
  .refine(isOwnPath, { error: 'invalid_path' })
  .nullable()

const audience = z
  .strictObject({
    user_ids: z
      .array(z.uuid({ error: 'invalid' }))
      .min(1, { error: 'required' })
      .max(MAX_USER_IDS, { error: 'too_many' })
      .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
      .optional(),
    role: lineField(64).optional(),
    all: z.literal(true, { error: 'not_supported' }).optional(),
  })
  .refine(
    ({ user_ids, role, all }) =>
      [user_ids, role, all].filter((form) => form !== undefined).length === 1,
    {
      error: 'one_audience',
    },
  )

/** The body of POST /notifications. Texts and channels may be omitted if a template has them. */
export const notificationBody = z
  .strictObject({
    to: audience,
    channels: channels.optional(),
    title: title.optional(),
    body: body.optional(),
    href: href.optional().describe('A path of this service'),
    template_id: z
      .uuid({ error: 'invalid' })
      .optional()
      .describe(
        'A template ID. Its texts and channels are used where the request has none, and {{name}} and {{email}} are filled in',
      ),
    send_at: z.iso
      .datetime({ offset: true, error: 'invalid' })
      .optional()
      .describe('When to send it, at most 1 year ahead. Sent immediately if omitted'),
  })
  .superRefine((asked, { addIssue }) => {
    if (asked.template_id !== undefined) return
    for (const field of ['channels', 'title', 'body'] as const)
      if (asked[field] === undefined)
        addIssue({ code: 'custom', path: [field], message: 'required' })
  })
  .meta({
    examples: [
      {
        to: { role: 'support' },
        channels: ['inbox', 'email'],
        title: 'Scheduled maintenance',
        body: 'The service will be unavailable on Sunday from 2 to 3 a.m.',
      },
    ],
  })

export const notificationListFields = {
  status: z.enum(NOTIFICATION_STATUSES, { error: 'not_supported' }).optional(),
}

const fillable = <T extends z.ZodType<string>>(field: T) =>
  field.refine((text) => !hasUnknownPlaceholder(text), { error: 'unknown_placeholder' })

const FILLED =
  '{{name}} and {{email}} are filled in for each recipient; {{name}} is the email address if the user has no name or has not confirmed the address'

const templateFields = {
  name: lineField(NOTIFICATION_LENGTHS.name).meta({ examples: ['Maintenance'] }),
  title: fillable(title).describe(FILLED),
  body: fillable(body).describe(FILLED),
  href,
  channels,
}

export const templateBody = z.strictObject({ ...templateFields, href: href.default(null) })

export const templatePatch = z.strictObject(templateFields).partial()

const wanted = z.boolean({ error: 'invalid_type' })

export const preferencesPatch = z.strictObject({
  inbox: wanted.optional(),
  email: wanted.optional(),
  sms: wanted.optional(),
  security_sms: wanted.optional(),
})
