import { MailCheck } from 'lucide-react'
import { sendMessage } from '@/app/contact/actions'
import { DisableNativeValidation } from '@/components/forms/bare-forms'
import { BotCheck } from '@/components/forms/bot-check'
import { Field, FileField, TextAreaField } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import { UPLOAD_FIELD } from '@/lib/http/request-body'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { CONTACT_LENGTHS } from '@/lib/messaging/contacts/contacts.schemas'
import { can } from '@/lib/platform/request-context'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { UPLOAD_TYPES } from '@/lib/uploads/upload.schemas'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { findSignedIn } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/contact')

export const generateMetadata = page.metadata

/** Sends a message to the operators of the service. */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const { form, sent } = messages.contacts
  const homeLabel = messages.shell.home
  const outcome = await readOutcome()
  const toLogin = (
    <TextLink alone href="/auth/login">
      {form.toLogin}
    </TextLink>
  )
  if (outcome?.notice === 'contact_sent') {
    const email = outcome.values?.email
    return (
      <AuthCard
        heading={sent.heading}
        lead={email ? formatMessage(sent.leadFor, { email }) : sent.lead}
        homeLabel={homeLabel}
        icon={
          <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent">
            <MailCheck aria-hidden className="size-5" />
          </span>
        }
        footer={toLogin}
      >
        <a
          className={buttonClasses({ variant: 'outline', size: 'lg', className: 'w-full' })}
          href="/contact"
        >
          {sent.another}
        </a>
      </AuthCard>
    )
  }
  return (
    <AuthCard heading={form.heading} lead={form.lead} homeLabel={homeLabel} footer={toLogin}>
      <ContactForm
        outcome={outcome}
        takesFile={await maySendFile()}
        locale={locale}
        messages={messages}
      />
    </AuthCard>
  )
})

/** Only signed-in users with the permission to upload can attach files. */
async function maySendFile(): Promise<boolean> {
  const who = await findSignedIn()
  return who !== null && can(who.principal, 'uploads:create')
}

interface ContactFormProps {
  outcome: FormOutcome | null
  takesFile: boolean
  locale: Locale
  messages: Messages
}

/** The fields of a message. */
function ContactForm({ outcome, takesFile, locale, messages }: ContactFormProps) {
  const texts = messages.contacts.form
  const { name, email, subject, message } = CONTACT_LENGTHS
  return (
    <PageForm
      takesFile
      action={sendMessage}
      locale={locale}
      outcome={outcome}
      noValidate={false}
      problemTexts={{ unsupported_media_type: messages.uploads.notAccepted }}
    >
      <DisableNativeValidation />
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
        hint={formatMessage(texts.messageHint, {
          max: new Intl.NumberFormat(locale).format(message),
        })}
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
