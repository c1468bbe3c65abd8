import { FieldForm } from '@/app/dashboard/settings/profile-fields/field-form'
import { addProfileField } from '@/app/dashboard/settings/profile-fields/new/actions'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageMetadata } from '@/lib/web/page-metadata'
import { requirePage } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'
import { PROFILE_FIELDS } from '@/lib/web/profile-field-form'

export const generateMetadata = pageMetadata('/dashboard/settings/profile-fields/new')

/** Creates a profile field. */
export default async function Page() {
  await requirePage('/dashboard/settings/profile-fields/new')
  const { locale, messages } = await pageLanguage()
  const texts = messages.profileFields
  return (
    <>
      <PageHeader
        title={texts.create}
        lead={texts.createLead}
        back={{ href: PROFILE_FIELDS, label: texts.back }}
      />
      <FieldForm
        action={addProfileField}
        field={null}
        outcome={await readOutcome()}
        locale={locale}
        messages={messages}
        submit={texts.form.submit}
      >
        <a className={buttonClasses({ variant: 'outline' })} href={PROFILE_FIELDS}>
          {texts.cancel}
        </a>
      </FieldForm>
    </>
  )
}
