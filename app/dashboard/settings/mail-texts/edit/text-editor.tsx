import type { ReactNode } from 'react'
import { saveMailText } from '@/app/dashboard/settings/mail-texts/edit/actions'
import { mailTextAddress } from '@/app/dashboard/settings/mail-texts/mail-texts-query'
import { Field, TextAreaField } from '@/components/forms/fields'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { MailMessage } from '@/lib/messaging/mail/mail-port'
import type { MailTextKey } from '@/lib/messaging/mail/mail-text.store'
import {
  MAIL_TEXT_LENGTHS,
  type MailText,
  placeholdersFor,
} from '@/lib/messaging/mail/editable-text'
import { mailPreview } from '@/lib/web/mail-preview'

interface TextFormProps {
  mail: MailTextKey
  text: MailText
  version: string
  locale: Locale
  messages: Messages
  /** The field that confirms the user's identity, if required. */
  children: ReactNode
}

/** The text of an email: preview it, send a test to yourself, save it. */
export function TextForm({ mail, text, version, locale, messages, children }: TextFormProps) {
  const texts = messages.brand.mailTexts
  return (
    <Card>
      <CardBody>
        <PageForm
          action={saveMailText}
          locale={locale}
          intent="edit"
          values={{ ...text }}
          className="gap-5"
          {...lostUpdate(messages, mailTextAddress(mail))}
        >
          <VersionField version={version} />
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
            lang={mail.locale}
            required
          />
          <Placeholders kind={mail.kind} label={texts.placeholders} />
          <Field
            name="button"
            label={texts.button}
            maxLength={MAIL_TEXT_LENGTHS.button}
            lang={mail.locale}
            autoComplete="off"
            required
          />
          {children}
          <TextButtons texts={texts} pending={messages.forms.pending} />
        </PageForm>
      </CardBody>
    </Card>
  )
}

function Placeholders({ kind, label }: { kind: MailTextKey['kind']; label: string }) {
  return (
    <div className="grid gap-1 text-[0.8125rem] text-muted">
      <p>{label}</p>
      <p className="flex flex-wrap gap-1.5">
        {placeholdersFor(kind).map((name) => (
          <code
            key={name}
            className="rounded-sm bg-subtle px-1 py-0.5 font-mono"
          >{`{${name}}`}</code>
        ))}
      </p>
    </div>
  )
}

interface TextButtonsProps {
  texts: Messages['brand']['mailTexts']
  pending: string
}

function TextButtons({ texts, pending }: TextButtonsProps) {
  return (
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
  )
}

interface TextPreviewProps {
  mail: MailTextKey
  sample: MailMessage
  format: 'html' | 'text'
  nonce: string
  texts: Messages['brand']['mailTexts']
}

/** An email with sample data, as mail programs show it. */
export function TextPreview({ mail, sample, format, nonce, texts }: TextPreviewProps) {
  return (
    <Card id="preview">
      <CardHeader title={texts.previewTitle} lead={texts.previewLead} />
      <CardBody className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 font-semibold break-words">{sample.subject}</p>
          {/* Full page loads: the frame needs the CSP nonce that came with the document. */}
          <nav aria-label={texts.formats} className="flex gap-1">
            {(['html', 'text'] as const).map((name) => (
              <a
                key={name}
                href={`${mailTextAddress(mail, { preview: name })}#preview`}
                aria-current={name === format ? 'true' : undefined}
                className={buttonClasses({
                  size: 'sm',
                  variant: name === format ? 'outline' : 'ghost',
                })}
              >
                {name === 'html' ? texts.showHtml : texts.showText}
              </a>
            ))}
          </nav>
        </div>
        {format === 'html' ? (
          // Sandboxed without scripts, forms and navigation: the preview is only for viewing.
          <iframe
            sandbox=""
            srcDoc={mailPreview(sample.html, nonce)}
            title={formatMessage(texts.htmlOf, { subject: sample.subject })}
            className="block h-[36rem] w-full rounded-lg border border-line"
          />
        ) : (
          <div
            role="group"
            aria-label={formatMessage(texts.textOf, { subject: sample.subject })}
            lang={sample.locale}
            className="rounded-lg border border-line bg-canvas p-4 break-words whitespace-pre-wrap"
          >
            {sample.text.trimEnd()}
          </div>
        )}
      </CardBody>
    </Card>
  )
}
