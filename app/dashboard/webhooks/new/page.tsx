import { addWebhook } from '@/app/dashboard/webhooks/new/actions'
import { WebhookForm } from '@/app/dashboard/webhooks/webhook-form'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageMetadata } from '@/lib/web/page-metadata'
import { requirePage } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'
import { WEBHOOKS } from '@/lib/web/webhook-form'

export const generateMetadata = pageMetadata('/dashboard/webhooks/new')

/** Creates a webhook. */
export default async function Page() {
  await requirePage('/dashboard/webhooks/new')
  const { locale, messages } = await pageLanguage()
  const texts = messages.webhooks
  return (
    <>
      <PageHeader
        title={texts.create}
        lead={texts.createLead}
        back={{ href: WEBHOOKS, label: texts.back }}
      />
      <Card>
        <CardBody>
          <WebhookForm
            action={addWebhook}
            webhook={null}
            outcome={await readOutcome()}
            locale={locale}
            messages={messages}
            submit={texts.create}
          >
            <a className={buttonClasses({ variant: 'outline' })} href={WEBHOOKS}>
              {texts.cancel}
            </a>
          </WebhookForm>
        </CardBody>
      </Card>
    </>
  )
}
