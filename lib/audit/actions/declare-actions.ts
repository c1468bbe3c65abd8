import type { z } from 'zod'
import type { Locale } from '@/lib/i18n/locale'
import type { CountedEvent } from '@/lib/platform/metrics/record-metric'
import type { Surface } from '@/lib/platform/request-context'

type Label = Readonly<Record<Locale, string>>

/** What an action can be about, with its label. Stored in the record as `target_type`. */
export const auditTargets = {
  user: { en: 'User', tr: 'Kullanıcı' },
  role: { en: 'Role', tr: 'Rol' },
  session: { en: 'Session', tr: 'Oturum' },
  api_key: { en: 'API key', tr: 'API anahtarı' },
  permission: { en: 'Permission', tr: 'İzin' },
  contact: { en: 'Contact message', tr: 'İletişim mesajı' },
  notification: { en: 'Notification', tr: 'Bildirim' },
  notification_template: { en: 'Notification template', tr: 'Bildirim şablonu' },
  user_import: { en: 'User import', tr: 'Kullanıcı içe aktarması' },
  bulk_action: { en: 'Bulk action', tr: 'Toplu işlem' },
  settings: { en: 'Settings', tr: 'Ayarlar' },
  profile_field: { en: 'Profile field', tr: 'Profil alanı' },
  payment: { en: 'Payment', tr: 'Ödeme' },
  upload: { en: 'Uploaded file', tr: 'Yüklenen dosya' },
  webhook: { en: 'Webhook', tr: 'Webhook uç noktası' },
} as const satisfies Record<string, Label>

export type AuditTarget = keyof typeof auditTargets

/** Other systems subscribe to it by this name or by its family (`user.*`), so it stays. */
type WebhookEvent = `${'user' | 'role' | 'permission' | 'payment' | 'notification'}.${string}`

/**
 * A security-relevant action. Its details contain no secrets, and user input only as far as the
 * action is about it.
 */
export interface AuditActionDeclaration {
  label: Label
  /** What kind of thing it is done to; null for none. */
  target: AuditTarget | null
  /** The details of a success. Absent: the action only records refusals. */
  ok?: Readonly<z.ZodRawShape>
  /** The details of a refusal. Absent: the action only records successes. */
  refused?: Readonly<z.ZodRawShape>
  /**
   * The event that webhooks get for a success. `when`: the details it must have for that; `fields`:
   * the details that the event contains besides IDs, by their paths. None may be personal data.
   */
  webhook?:
    | WebhookEvent
    | {
        event: WebhookEvent
        when?: Readonly<Record<string, string>>
        fields?: Readonly<Record<string, string>>
      }
  /** The metric that counts it as well. */
  counts?: (details: Readonly<Record<string, unknown>>, surface: Surface) => CountedEvent | null
}

/** A group of actions by name: `resource.act` in the past tense, for example `session.created`. */
export type AuditActionGroup = Readonly<Record<`${string}.${string}`, AuditActionDeclaration>>
