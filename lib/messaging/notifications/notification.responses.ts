import { z } from 'zod'
import { CHANNELS, NOTIFICATION_STATUSES } from '@/lib/messaging/notifications/notification.schemas'
import { instant } from '@/lib/platform/instant'

const channels = z.array(z.enum(CHANNELS))

export const notificationSentResponse = z
  .strictObject({
    batch_id: z.uuid(),
    total: z.int().describe('Current number of recipients: active users in the audience'),
  })
  .meta({ id: 'NotificationReceipt' })

/** A batch with its progress. */
export const notificationResponse = z
  .strictObject({
    batch_id: z.uuid(),
    status: z.enum(NOTIFICATION_STATUSES).meta({ examples: ['completed'] }),
    stopped_because: z
      .string()
      .nullable()
      .describe(
        'Why it failed: actor_not_active, permission_lost, api_key_ended, backup_restored, or internal_error',
      ),
    total: z
      .int()
      .describe('Number of recipients, counted on creation and again when sending starts'),
    delivered: z
      .int()
      .describe(
        'Recipients reached: by email once the mail server accepted it; otherwise in the inbox; otherwise by text message once the provider accepted it',
      ),
    failed: z
      .int()
      .describe(
        'Recipients whose email (or text message, if that is their only channel) was rejected or not delivered after 8 attempts',
      ),
    skipped: z
      .int()
      .describe(
        'Recipients who turned off all of the channels or whose account is no longer active',
      ),
    audience: z
      .strictObject({
        kind: z.enum(['users', 'role', 'all']),
        role: z.string().nullable(),
        user_count: z.int().nullable().describe('Number of IDs in the request'),
      })
      .meta({ examples: [{ kind: 'role', role: 'support', user_count: null }] }),
    channels,
    sms: z
      .strictObject({
        queued: z.int().describe('Messages waiting to be sent'),
        sent: z.int().describe('Accepted by the provider; no delivery report yet'),
        delivered: z.int(),
        failed: z.int().describe('Rejected by the provider or reported as undelivered'),
        opted_out: z.int().describe('Recipients who replied STOP; nothing is sent to them'),
        skipped: z
          .int()
          .describe(
            'Recipients who have no confirmed number, turned off text messages, or no longer exist',
          ),
        segments: z.int().describe('Segments per message; each is billed as one message'),
      })
      .nullable()
      .describe('Delivery of the text messages; null without the sms channel'),
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
  .meta({ id: 'Notification' })

export const templateResponse = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ examples: ['Maintenance'] }),
    title: z.string(),
    body: z.string(),
    href: z.string().nullable(),
    channels,
    created_by: z.uuid().nullable(),
    created_at: instant,
    updated_at: instant,
    version: z.int().describe('Increases with every change; the ETag is this number in quotes'),
  })
  .meta({ id: 'NotificationTemplate' })

export const preferencesResponse = z
  .strictObject({
    inbox: z
      .boolean()
      .describe('Whether notifications appear in the inbox; security notices always do'),
    email: z
      .boolean()
      .describe('Whether notifications are sent by email; security notices always are'),
    sms: z
      .boolean()
      .describe('Whether notifications are sent by text message to a confirmed number'),
    security_sms: z.boolean().describe('Whether security notices are also sent by text message'),
  })
  .meta({ id: 'NotificationPreferences' })
