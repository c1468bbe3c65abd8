import { Field } from '@/components/forms/field'
import { TextAreaField } from '@/components/forms/text-area-field'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import { NOTIFICATION_LENGTHS } from '@/lib/notifications/notification.schemas'

/** What a notification says: title, text and where it leads. */
export function MessageFields({ messages }: { messages: Messages }) {
  const texts = messages.notificationPages.form
  const { title, body, href } = NOTIFICATION_LENGTHS
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
        hint={formatMessage(texts.bodyHint, { max: body })}
      />
      <Field
        name="href"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={href}
        label={texts.href}
        aside={<span className="text-[0.8125rem] text-muted">{messages.forms.optional}</span>}
        hint={texts.hrefHint}
      />
    </>
  )
}
