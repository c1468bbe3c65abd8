import { MissingRecord } from '@/app/dashboard/missing-record'
import { removeField, saveField } from '@/app/dashboard/settings/profile-fields/edit/actions'
import { FieldForm } from '@/app/dashboard/settings/profile-fields/field-form'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { ConfirmedForm } from '@/components/forms/page-form'
import { ConfirmPassword } from '@/components/forms/reauthentication'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { PageHeader } from '@/components/layout/page-header'
import { buttonClasses } from '@/components/ui/button'
import { formatMessage } from '@/lib/i18n/format'
import { findReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { now } from '@/lib/platform/clock'
import { getManagedField } from '@/lib/profile-fields/manage-profile-fields'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PATH = '/dashboard/settings/profile-fields/edit'

const page = definePage(PATH)

export const generateMetadata = page.metadata

/** Changes or deletes the profile field `?key`. */
export default page.render(async ({ principal, profile, searchParams }) => {
  const found = await getManagedField(parameter(await searchParams, 'key') ?? '')
  if (!found.ok) return <MissingRecord kind="profileField" />
  const { field } = found
  const { locale, messages } = await pageLanguage()
  const texts = messages.profileFields
  const proof = await findReauthMethod(principal, now())
  const outcome = await readOutcome()
  const here = `${PATH}?key=${field.key}`
  const outdated = lostUpdate(messages, here)
  return (
    <>
      <PageHeader
        title={`${texts.edit}: ${field.key}`}
        lead={texts.editLead}
        back={{ href: pagePath('/dashboard/settings/profile-fields'), label: texts.back }}
      />
      <RefusalAlert
        outcome={outcome}
        locale={locale}
        forms={['delete']}
        recoveryActions={outdated.recoveryActions}
      />
      <FieldForm
        action={saveField}
        field={field}
        outcome={outcome}
        proof={proof}
        viewerEmail={profile.email}
        here={here}
        locale={locale}
        messages={messages}
        submit={texts.form.save}
      >
        <a
          className={buttonClasses({ variant: 'outline' })}
          href={pagePath('/dashboard/settings/profile-fields')}
        >
          {texts.cancel}
        </a>
      </FieldForm>
      {proof === 'sign-in' ? null : (
        <div className="mt-6">
          <ConfirmedForm
            action={removeField}
            intent="delete"
            button={texts.delete}
            title={formatMessage(texts.deleteTitle, { label: field.label[locale] })}
            text={texts.deleteText}
            cancel={texts.cancel}
            recoveryActions={outdated.recoveryActions}
            danger
            locale={locale}
          >
            <VersionField version={field.version} />
            <ConfirmPassword proof={proof} email={profile.email} messages={messages} />
          </ConfirmedForm>
        </div>
      )}
    </>
  )
})
