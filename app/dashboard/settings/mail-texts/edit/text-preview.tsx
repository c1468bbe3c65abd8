import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { buttonClasses } from '@/components/ui/button'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import type { MailTextKey } from '@/lib/mail/mail-text.store'
import type { MailMessage } from '@/lib/mail/mail-port'
import { mailPreview } from '@/lib/web/mail-preview'
import { mailTextAddress } from '@/lib/web/mail-text-query'

interface TextPreviewProps {
  mail: MailTextKey
  sample: MailMessage
  format: 'html' | 'text'
  nonce: string
  texts: Messages['brand']['mailTexts']
}

/** A mail with made-up facts, as mail programs show it. */
export function TextPreview({ mail, sample, format, nonce, texts }: TextPreviewProps) {
  return (
    <Card id="preview" className="scroll-mt-4">
      <CardHeader title={texts.previewTitle} lead={texts.previewLead} />
      <CardBody className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 font-semibold break-words">{sample.subject}</p>
          {/* Whole pages are loaded: the frame needs the nonce of the policy that came with the document. */}
          <nav aria-label={texts.formats} className="flex gap-1">
            {(['html', 'text'] as const).map((name) => (
              <a
                key={name}
                href={`${mailTextAddress(mail, name)}#preview`}
                aria-current={name === format ? 'true' : undefined}
                className={buttonClasses({ size: 'sm', variant: name === format ? 'outline' : 'ghost' })}
              >
                {name === 'html' ? texts.showHtml : texts.showText}
              </a>
            ))}
          </nav>
        </div>
        {format === 'html' ? (
          // No script, no form, no navigation: it is to be looked at.
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
