import { saveProfile } from '@/app/dashboard/users/[id]/actions'
import type { UserCardProps } from '@/app/dashboard/users/[id]/user-heading'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { PageForm } from '@/components/forms/page-form'
import { ProfileInputs, profileLabel, profileText } from '@/components/forms/profile-inputs'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { Disclosure } from '@/components/ui/popover'
import type { ProfileValues } from '@/lib/profile-fields/profile-field.schemas'
import { listProfileFields } from '@/lib/profile-fields/profile-fields'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { profileInputValues } from '@/lib/web/profile-forms'

interface ProfileFieldsCardProps extends UserCardProps {
  values: ProfileValues
  outcome: FormOutcome | null
}

/** The values of all profile fields, and the form to change them. */
export async function ProfileFieldsCard({ values, outcome, ...view }: ProfileFieldsCardProps) {
  const fields = await listProfileFields()
  if (fields.length === 0) return null
  const { locale, messages, user, mayChange } = view
  const texts = messages.profileFields
  return (
    <Card>
      <CardHeader title={texts.user.title} />
      <CardBody>
        <dl className="grid gap-4">
          {fields.map((field) => (
            <div
              key={field.key}
              className="grid gap-x-4 sm:grid-cols-[minmax(8.5rem,16rem)_minmax(0,1fr)]"
            >
              <dt className="[overflow-wrap:anywhere] text-muted">{profileLabel(field, locale)}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">
                {profileText(values[field.key], locale, texts)}
              </dd>
            </div>
          ))}
        </dl>
      </CardBody>
      {mayChange('users:activate') && user.status !== 'deleted' ? (
        <CardFooter>
          <Disclosure label={texts.user.edit} open={outcome?.form === 'profile'}>
            <PageForm
              action={saveProfile}
              locale={locale}
              outcome={outcome}
              intent="profile"
              {...lostUpdate(messages, pagePath('/dashboard/users/[id]', user.id))}
              values={profileInputValues(fields, values)}
              className="max-w-md text-ink"
            >
              <VersionField version={user.version} />
              <ProfileInputs fields={fields} demanding={false} locale={locale} texts={texts} />
              <div>
                <SubmitButton pendingText={messages.forms.pending}>{texts.user.save}</SubmitButton>
              </div>
            </PageForm>
          </Disclosure>
        </CardFooter>
      ) : null}
    </Card>
  )
}
