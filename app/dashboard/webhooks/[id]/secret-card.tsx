import { editWebhook } from '@/app/dashboard/webhooks/[id]/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-print-buttons'
import { controlClasses } from '@/components/ui/form-controls'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface SecretCardProps {
  secret: string
  locale: Locale
  messages: Messages
}

/** A secret just created, until the viewer confirms having it. */
export function SecretCard({ secret, locale, messages }: SecretCardProps) {
  const texts = messages.webhooks.secret
  return (
    <Card>
      <CardHeader title={texts.title} />
      <CardBody className="grid gap-4">
        <Alert tone="warning">{texts.once}</Alert>
        <div className="flex flex-wrap gap-2">
          <input
            readOnly
            value={secret}
            aria-label={texts.title}
            className={`${controlClasses} flex-1 basis-72 font-mono text-xs!`}
          />
          <CopyButton
            text={secret}
            label={texts.copy}
            copied={texts.copied}
            failed={messages.forms.copyFailed}
          />
        </div>
      </CardBody>
      <CardFooter>
        <PageForm action={editWebhook} locale={locale} intent="secret_seen">
          <SubmitButton pendingText={messages.forms.pending}>{texts.seen}</SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}
