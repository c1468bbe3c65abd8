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
    .describe('Recipients reached by every channel that they take; a mail counts once its server took it'),
  failed: z
    .int()
    .describe('Recipients whose mail was refused, or could not be handed over after eight attempts'),
  skipped: z
    .int()
    .describe('Recipients who turned all of the channels off, or whose account is not active any more'),
  audience: z.strictObject({
    kind: z.enum(['users', 'role', 'all']),
    role: z.string().nullable(),
    user_count: z.int().nullable().describe('How many ids were given'),
  }),
  channels,
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
