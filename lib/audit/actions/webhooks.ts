import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

/** Without the path and query of its URL, which may contain a token. */
const endpoint = { origin: z.string(), events: z.array(z.string()), enabled: z.boolean() }
const before = z.strictObject(endpoint)

/** Webhooks: where events are sent. */
export const webhookActions = {
  'webhook.created': {
    label: { en: 'Webhook created', tr: 'Webhook oluşturuldu' },
    target: 'webhook',
    ok: endpoint,
  },
  'webhook.changed': {
    label: { en: 'Webhook changed', tr: 'Webhook değiştirildi' },
    target: 'webhook',
    ok: { fields: z.array(z.string()), before, after: before },
  },
  'webhook.deleted': {
    label: { en: 'Webhook deleted', tr: 'Webhook silindi' },
    target: 'webhook',
    ok: endpoint,
  },
  'webhook.secret_rotated': {
    label: { en: 'Webhook secret rotated', tr: 'Webhook gizli anahtarı yenilendi' },
    target: 'webhook',
    ok: {},
  },
  'webhook.tested': {
    label: { en: 'Webhook test event sent', tr: 'Webhook’a test olayı gönderildi' },
    target: 'webhook',
    ok: { delivery_id: z.string() },
  },
  'webhook.delivery_replayed': {
    label: { en: 'Webhook event sent again', tr: 'Webhook olayı yeniden gönderildi' },
    target: 'webhook',
    ok: { delivery_id: z.string() },
  },
  /** By the service. */
  'webhook.disabled': {
    label: {
      en: 'Webhook disabled by the service',
      tr: 'Webhook hizmet tarafından devre dışı bırakıldı',
    },
    target: 'webhook',
    ok: { origin: z.string(), reason: z.string() },
  },
} satisfies AuditActionGroup
