import { z } from 'zod'
import { CHANNELS, NOTIFICATION_STATUSES } from '@/lib/notifications/notification.schemas'

const instant = z.iso.datetime()
const channels = z.array(z.enum(CHANNELS))

export const notificationSentAnswer = z.strictObject({
  batch_id: z.uuid(),
  total: z.int().describe('How many recipients there are now: active users of the audience'),
})

/** A batch and how far it is. */
export const notificationAnswer = z.strictObject({
  batch_id: z.uuid(),
  status: z.enum(NOTIFICATION_STATUSES),
  stopped_because: z
    .string()
    .nullable()
    .describe('Why it failed: actor_not_active, permission_lost or internal_error'),
  total: z.int().describe('Recipients: counted when it was asked for, and again when it begins'),
  delivered: z
    .int()
    .describe(
      'Recipients reached: by e-mail where they take it, once the mail server took it; else in the inbox; else by text message, once the provider took it',
    ),
  failed: z
    .int()
    .describe(
      'Recipients whose mail or, where that is their only way, text message was refused, or could not be handed over after eight attempts',
    ),
  skipped: z
    .int()
    .describe('Recipients who turned all of the channels off, or whose account is not active any more'),
  audience: z.strictObject({
    kind: z.enum(['users', 'role', 'all']),
    role: z.string().nullable(),
    user_count: z.int().nullable().describe('How many ids were given'),
  }),
  channels,
  sms: z
    .strictObject({
      queued: z.int().describe('Messages that wait to be handed over'),
      sent: z.int().describe('Handed over; nothing has been reported of them yet'),
      delivered: z.int(),
      failed: z.int().describe('Refused by the provider, or reported as undelivered'),
      opted_out: z.int().describe('Recipients who replied STOP; nothing is sent to them'),
      skipped: z
        .int()
        .describe('Recipients without a confirmed number, who turned text messages off, or are gone'),
      segments: z.int().describe('In how many segments one message travels; each is charged as a message'),
    })
    .nullable()
    .describe('What became of the text messages; null without the channel sms'),
  title: z.string(),
  body: z.string(),
  href: z.string().nullable(),
  template_id: z.uuid().nullable(),
  send_at: instant.nullable(),
  created_by: z.uuid().nullable(),
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
})

export const templateAnswer = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  title: z.string(),
  body: z.string(),
  href: z.string().nullable(),
  channels,
  created_by: z.uuid().nullable(),
  created_at: instant,
  updated_at: instant,
})

export const preferencesAnswer = z.strictObject({
  inbox: z
    .boolean()
    .describe('Whether announcements come into the inbox; what is about security always does'),
  email: z.boolean().describe('Whether announcements come by e-mail; what is about security always does'),
  sms: z.boolean().describe('Whether announcements come by text message, to a confirmed number'),
  security_sms: z.boolean().describe('Whether security notices come by text message as well'),
})
