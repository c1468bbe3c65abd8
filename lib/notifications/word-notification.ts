import { notificationText, SMS_TEXT_LENGTH } from '@/lib/notifications/compose-notification-text'
import type { NotificationInput } from '@/lib/notifications/notification-input'
import type { Channel } from '@/lib/notifications/notification.schemas'
import { hasUnknownPlaceholder } from '@/lib/notifications/personal-text'
import { findTemplate } from '@/lib/notifications/template.store'
import type { Db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'

/** What is sent, and by what. */
export interface NotificationWords {
  title: string
  body: string
  href: string | null
  channels: Channel[]
  templateId: string | null
  /** Whether placeholders are filled in: with a template only, so that what people write otherwise is sent as it is. */
  personal: boolean
}

/** The texts and channels of a notification, from the request and its template. Refuses `validation_failed`. */
export async function wordNotification(
  db: Db,
  { title, body, href, channels, templateId }: NotificationInput,
): Promise<Outcome<{ words: NotificationWords }>> {
  const template = templateId !== undefined && isId(templateId) ? await findTemplate(db, templateId) : null
  if (templateId !== undefined && !template) return refuse('validation_failed', { errors: [NO_TEMPLATE] })
  const words = {
    title: title ?? template?.title ?? '',
    body: body ?? template?.body ?? '',
    href: href === undefined ? (template?.href ?? null) : href,
    channels: [...(channels ?? (template?.channels as Channel[] | undefined) ?? [])],
    templateId: template?.id ?? null,
    personal: template !== null,
  }
  const errors = [
    ...(['title', 'body', 'channels'] as const)
      .filter((field) => words[field].length === 0)
      .map((field) => fieldError([field], 'required')),
    ...(['title', 'body'] as const)
      .filter((field) => words.personal && hasUnknownPlaceholder(words[field]))
      .map((field) => fieldError([field], 'unknown_placeholder')),
    ...(words.channels.includes('sms') && notificationText(words).length > SMS_TEXT_LENGTH
      ? [fieldError(['body'], 'too_long_for_sms')]
      : []),
  ]
  return errors.length > 0 ? refuse('validation_failed', { errors }) : { ok: true, words }
}

const NO_TEMPLATE = {
  pointer: '/template_id',
  code: 'unknown_template',
  detail: 'There is no template with this ID.',
}
