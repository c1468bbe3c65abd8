import { addWebhook } from '@/app/dashboard/webhooks/new/actions'
import { WebhookForm } from '@/app/dashboard/webhooks/webhook-form'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/webhooks/new')

export const generateMetadata = page.metadata

export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.webhooks
  return (
    <>
      <PageHeader
        title={texts.create}
        lead={texts.createLead}
        back={{ href: pagePath('/dashboard/webhooks'), label: texts.back }}
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
            <a
              className={buttonClasses({ variant: 'outline' })}
              href={pagePath('/dashboard/webhooks')}
            >
              {texts.cancel}
            </a>
          </WebhookForm>
        </CardBody>
      </Card>
    </>
  )
})
