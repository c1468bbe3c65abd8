import { cache } from 'react'
import { MissingRecord } from '@/app/dashboard/missing-record'
import { removeTemplate, saveTemplate } from '@/app/dashboard/notifications/templates/[id]/actions'
import { TemplateForm } from '@/app/dashboard/notifications/templates/template-form'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { ConfirmedForm } from '@/components/forms/page-form'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { formatMessage } from '@/lib/i18n/format'
import { getTemplate } from '@/lib/messaging/notifications/templates'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageAddress, pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

/** Cached per request: the title and the page both need it. */
const findTemplate = cache(getTemplate)

const page = definePage('/dashboard/notifications/templates/[id]')

export const generateMetadata = page.composeTitle(async ({ params }) => {
  const { notificationPages, pages } = (await pageLanguage()).messages
  const found = await findTemplate((await params).id)
  if (!found.ok) return pages.notFound.title
  return pageTitle(found.template.name, notificationPages.templates.title)
})

/** Changes or deletes a template. */
export default page.render(async ({ params }) => {
  const found = await findTemplate((await params).id)
  if (!found.ok) return <MissingRecord kind="template" />
  const { locale, messages } = await pageLanguage()
  const texts = messages.notificationPages.templates
  const { template } = found
  const outcome = await readOutcome()
  const here = pagePath('/dashboard/notifications/templates/[id]', template.id)
  const { recoveryActions } = lostUpdate(messages, here)
  return (
    <>
      <PageHeader
        title={texts.edit}
        lead={texts.editLead}
        back={{ href: pagePath('/dashboard/notifications/templates'), label: texts.back }}
      />
      <RefusalAlert
        outcome={outcome}
        locale={locale}
        forms={['delete']}
        recoveryActions={recoveryActions}
      />
      <TemplateForm
        action={saveTemplate}
        template={template}
        outcome={outcome}
        locale={locale}
        messages={messages}
        submit={texts.save}
      >
        <a
          className={buttonClasses({ variant: 'outline' })}
          href={pageAddress('/dashboard/notifications/new', { template: template.id })}
        >
          {texts.use}
        </a>
      </TemplateForm>
      <div className="mt-6">
        <ConfirmedForm
          action={removeTemplate}
          intent="delete"
          button={texts.delete}
          title={formatMessage(texts.deleteTitle, { name: template.name })}
          text={texts.deleteText}
          cancel={texts.cancel}
          recoveryActions={recoveryActions}
          danger
          locale={locale}
        >
          <VersionField version={template.version} />
        </ConfirmedForm>
      </div>
    </>
  )
})
