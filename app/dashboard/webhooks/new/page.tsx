import { addWebhook } from '@/app/dashboard/webhooks/new/actions'
import { WebhookForm } from '@/app/dashboard/webhooks/webhook-form'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'
import { WEBHOOKS } from '@/lib/web/webhook-form'

const page = definePage('/dashboard/webhooks/new')

export const generateMetadata = page.metadata

/** Creates a webhook. */
export default page.render(async () => {
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
})
