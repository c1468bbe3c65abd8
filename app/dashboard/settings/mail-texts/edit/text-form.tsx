import type { ReactNode } from 'react'
import { editMailText } from '@/app/dashboard/settings/mail-texts/edit/actions'
import { Field } from '@/components/forms/field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { TextAreaField } from '@/components/forms/text-area-field'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { MailTextKey } from '@/lib/mail/mail-text.store'
import { MAIL_TEXT_LENGTHS, placeholdersFor, type MailText } from '@/lib/mail/texts/editable-text'
import { mailTextAddress } from '@/lib/web/mail-text-query'
import { loginPath } from '@/lib/web/safe-redirect'

interface TextFormProps {
  mail: MailTextKey
  text: MailText
  locale: Locale
  messages: Messages
  /** What confirms who asks, where that is due. */
  children: ReactNode
}

/** The words of a mail: to look at, to try on oneself, and to save. */
export function TextForm({ mail, text, locale, messages, children }: TextFormProps) {
  const texts = messages.brand.mailTexts
  const { pending } = messages.forms
  return (
    <Card>
      <CardBody>
        <PageForm
          action={editMailText}
          locale={locale}
          intent="edit"
          values={{ ...text }}
          className="gap-5"
          // The ten minutes ran out while the page was open.
          ways={{
            reauthentication_required: (
              <TextLink alone href={loginPath(mailTextAddress(mail))}>
                {messages.settings.signInAgain}
              </TextLink>
            ),
          }}
        >
          <Field
            name="subject"
            label={texts.subject}
            maxLength={MAIL_TEXT_LENGTHS.subject}
            lang={mail.locale}
            autoComplete="off"
            required
          />
          <TextAreaField
            name="body"
            label={texts.body}
            hint={texts.bodyHint}
            maxLength={MAIL_TEXT_LENGTHS.body}
            required
          />
          <div className="grid gap-1 text-[0.8125rem] text-muted">
            <p>{texts.placeholders}</p>
            <p className="flex flex-wrap gap-1.5">
              {placeholdersFor(mail.kind).map((name) => (
                <code key={name} className="rounded-sm bg-subtle px-1 py-0.5 font-mono">{`{${name}}`}</code>
              ))}
            </p>
          </div>
          <Field
            name="button"
            label={texts.button}
            maxLength={MAIL_TEXT_LENGTHS.button}
            lang={mail.locale}
            autoComplete="off"
            required
          />
          {children}
          <div className="flex flex-wrap gap-2">
            <SubmitButton name="step" value="save" pendingText={pending}>
              {texts.save}
            </SubmitButton>
            <SubmitButton name="step" value="preview" variant="outline" pendingText={pending}>
              {texts.preview}
            </SubmitButton>
            <SubmitButton name="step" value="test" variant="outline" pendingText={pending}>
              {texts.test}
            </SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}
