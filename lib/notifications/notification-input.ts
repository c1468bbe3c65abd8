import type { Channel } from '@/lib/notifications/notification.schemas'

/** Who it is for: some, everybody with a role (by its name), or everybody. */
export interface NotificationAudience {
  user_ids?: readonly string[] | undefined
  role?: string | undefined
  all?: true | undefined
}

/** What somebody wants to send. Texts and channels may be left out where a template has them. */
export interface NotificationInput {
  to: NotificationAudience
  channels?: readonly Channel[] | undefined
  title?: string | undefined
  body?: string | undefined
  href?: string | null | undefined
  templateId?: string | undefined
  /** RFC 3339. */
  sendAt?: string | undefined
  idempotencyKey?: string | null | undefined
}
