import { addTemplate } from '@/app/dashboard/notifications/templates/new/actions'
import { TemplateForm } from '@/app/dashboard/notifications/templates/template-form'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/notifications/templates/new')

export const generateMetadata = page.metadata

/** Creates a template. */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.notificationPages.templates
  return (
    <>
      <PageHeader
        title={texts.create}
        lead={texts.createLead}
        back={{ href: pagePath('/dashboard/notifications/templates'), label: texts.back }}
      />
      <TemplateForm
        action={addTemplate}
        template={null}
        outcome={await readOutcome()}
        locale={locale}
        messages={messages}
        submit={texts.submit}
      >
        <a
          className={buttonClasses({ variant: 'outline' })}
          href={pagePath('/dashboard/notifications/templates')}
        >
          {texts.cancel}
        </a>
      </TemplateForm>
    </>
  )
})
