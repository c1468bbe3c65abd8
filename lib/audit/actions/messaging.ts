import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

/** Without the body, which may be long. */
const template = {
  name: z.string(),
  title: z.string(),
  href: z.string().nullable(),
  channels: z.array(z.string()),
}

/** Bulk notifications, their templates, and contact messages. */
export const messagingActions = {
  'notification.sent': {
    label: {
      en: 'Notification created or scheduled',
      tr: 'Bildirim oluşturuldu veya zamanlandı',
    },
    target: 'notification',
    webhook: 'notification.sent',
    ok: {
      audience: z.string(),
      role: z.string().nullish(),
      user_count: z.int().optional(),
      channels: z.array(z.string()),
      total: z.int(),
      title: z.string(),
      send_at: z.string().nullable(),
    },
  },
  'notification.cancelled': {
    label: { en: 'Notification canceled', tr: 'Bildirim iptal edildi' },
    target: 'notification',
    webhook: 'notification.cancelled',
    ok: { total: z.int(), delivered: z.int(), failed: z.int(), skipped: z.int() },
  },
  'notification_template.created': {
    label: { en: 'Notification template created', tr: 'Bildirim şablonu oluşturuldu' },
    target: 'notification_template',
    ok: template,
  },
  'notification_template.changed': {
    label: { en: 'Notification template changed', tr: 'Bildirim şablonu değiştirildi' },
    target: 'notification_template',
    ok: {
      fields: z.array(z.string()),
      before: z.strictObject(template),
      after: z.strictObject(template),
    },
  },
  'notification_template.deleted': {
    label: { en: 'Notification template deleted', tr: 'Bildirim şablonu silindi' },
    target: 'notification_template',
    ok: { name: z.string() },
  },
  'contact.status_changed': {
    label: { en: 'Contact message status changed', tr: 'İletişim mesajının durumu değiştirildi' },
    target: 'contact',
    ok: { before: z.string(), after: z.string() },
  },
  'contact.deleted': {
    label: { en: 'Contact message deleted', tr: 'İletişim mesajı silindi' },
    target: 'contact',
    ok: {},
  },
} satisfies AuditActionGroup
