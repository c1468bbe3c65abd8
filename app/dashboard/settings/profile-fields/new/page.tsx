import { FieldForm } from '@/app/dashboard/settings/profile-fields/field-form'
import { addProfileField } from '@/app/dashboard/settings/profile-fields/new/actions'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { findReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PATH = '/dashboard/settings/profile-fields/new'

const page = definePage(PATH)

export const generateMetadata = page.metadata

/** Creates a profile field. */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.profileFields
  return (
    <>
      <PageHeader
        title={texts.create}
        lead={texts.createLead}
        back={{ href: pagePath('/dashboard/settings/profile-fields'), label: texts.back }}
      />
      <FieldForm
        action={addProfileField}
        field={null}
        outcome={await readOutcome()}
        proof={await findReauthMethod(principal, now())}
        viewerEmail={profile.email}
        here={PATH}
        locale={locale}
        messages={messages}
        submit={texts.form.submit}
      >
        <a
          className={buttonClasses({ variant: 'outline' })}
          href={pagePath('/dashboard/settings/profile-fields')}
        >
          {texts.cancel}
        </a>
      </FieldForm>
    </>
  )
})
