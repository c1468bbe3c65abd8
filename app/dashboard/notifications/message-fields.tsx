import { Field, TextAreaField } from '@/components/forms/fields'
import { Optional } from '@/components/forms/optional'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { NOTIFICATION_LENGTHS } from '@/lib/messaging/notifications/notification.schemas'
import type { PresentedTemplate } from '@/lib/messaging/notifications/present-template'
import type { DraftFields } from '@/lib/messaging/notifications/validate-draft'

/**
 * The initial values of the form: the draft, with the text and channels of the requested template,
 * if any, in place of its own.
 */
export function startingValues(
  draft: DraftFields | null,
  template: PresentedTemplate | undefined,
): DraftFields {
  if (!template) return draft ?? { channel_inbox: 'true' }
  const { channel_inbox: _inbox, channel_email: _email, channel_sms: _sms, ...rest } = draft ?? {}
  return { ...rest, ...templateFields(template), template_id: template.id }
}

/** A template as form fields. */
export function templateFields({ title, body, href, channels }: PresentedTemplate) {
  return {
    title,
    body,
    href: href ?? '',
    ...(channels.includes('inbox') && { channel_inbox: 'true' }),
    ...(channels.includes('email') && { channel_email: 'true' }),
    ...(channels.includes('sms') && { channel_sms: 'true' }),
  }
}

interface MessageFieldsProps {
  messages: Messages
  locale: Locale
  /** What else to say about the text. */
  bodyNote?: string
}

/** The content of a notification: title, text and link. */
export function MessageFields({ messages, locale, bodyNote }: MessageFieldsProps) {
  const texts = messages.notificationPages.form
  const { title, body, href } = NOTIFICATION_LENGTHS
  const max = new Intl.NumberFormat(locale).format(body)
  const bodyHint = formatMessage(texts.bodyHint, { max })
  return (
    <>
      <Field
        name="title"
        autoComplete="off"
        required
        maxLength={title}
        label={texts.title}
        hint={texts.titleHint}
      />
      <TextAreaField
        name="body"
        required
        maxLength={body}
        label={texts.body}
        hint={bodyNote ? `${bodyHint} ${bodyNote}` : bodyHint}
      />
      <Field
        name="href"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={href}
        label={texts.href}
        aside={<Optional texts={messages.forms} />}
        hint={texts.hrefHint}
      />
    </>
  )
}
