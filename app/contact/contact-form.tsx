import { sendMessage } from '@/app/contact/actions'
import { BotCheck } from '@/components/forms/bot-check'
import { Field } from '@/components/forms/field'
import { FileField } from '@/components/forms/file-field'
import { OwnValidation } from '@/components/forms/own-validation'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { TextAreaField } from '@/components/forms/text-area-field'
import { CONTACT_LENGTHS } from '@/lib/contacts/contacts.schemas'
import { UPLOAD_FIELD } from '@/lib/http/body-limits'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '@/lib/uploads/upload-limits'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface ContactFormProps {
  outcome: FormOutcome | null
  /** Whether a file can be attached. */
  takesFile: boolean
  locale: Locale
  messages: Messages
}

/** What a message is made of. */
export function ContactForm({ outcome, takesFile, locale, messages }: ContactFormProps) {
  const texts = messages.contacts.form
  const { name, email, subject, message } = CONTACT_LENGTHS
  return (
    <PageForm
      action={sendMessage}
      locale={locale}
      outcome={outcome}
      noValidate={false}
      problemTexts={{ unsupported_media_type: messages.uploads.notAccepted }}
    >
      <OwnValidation />
      <Field name="name" autoComplete="name" required maxLength={name} label={texts.name} />
      <Field
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={email}
        label={texts.email}
      />
      <Field name="subject" autoComplete="off" required maxLength={subject} label={texts.subject} />
      <TextAreaField
        name="message"
        required
        maxLength={message}
        label={texts.message}
        hint={formatMessage(texts.messageHint, { max: message })}
      />
      {takesFile ? (
        <FileField
          name={UPLOAD_FIELD}
          label={texts.file}
          hint={messages.uploads.fileHint}
          accept={UPLOAD_TYPES.join(',')}
          maxBytes={MAX_UPLOAD_BYTES}
        />
      ) : null}
      <BotCheck action="contact" locale={locale} />
      <SubmitButton size="lg" className="mt-1 w-full" pendingText={messages.forms.pending}>
        {texts.submit}
      </SubmitButton>
    </PageForm>
  )
}
