import { saveProfileFields } from '@/app/dashboard/account/actions'
import { PageForm } from '@/components/forms/page-form'
import { ProfileInputs, profileLabel, profileText } from '@/components/forms/profile-inputs'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import type { Profile } from '@/lib/accounts/present-profile'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { listProfileFields } from '@/lib/profile-fields/profile-fields'
import { mayRead, mayWrite, missingFields } from '@/lib/profile-fields/profile-values'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { profileInputValues } from '@/lib/web/profile-forms'

interface ProfileFieldsCardProps {
  profile: Profile
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}

/**
 * The profile fields that the user may see. Missing required ones are only announced: an account
 * stays usable without them.
 */
export async function ProfileFieldsCard({
  profile,
  outcome,
  locale,
  messages,
}: ProfileFieldsCardProps) {
  const fields = (await listProfileFields()).filter((field) => mayRead(field, 'user'))
  if (fields.length === 0 || profile.kind === 'service') return null
  const texts = messages.profileFields
  const own = fields.filter((field) => mayWrite(field, 'user'))
  const others = fields.filter((field) => !mayWrite(field, 'user'))
  return (
    <Card>
      <CardHeader title={texts.own.title} />
      <CardBody className="grid gap-4">
        {missingFields(fields, profile.fields).length > 0 ? (
          <Alert tone="warning">{texts.own.missing}</Alert>
        ) : null}
        {others.length > 0 ? (
          <dl className="grid gap-3">
            {others.map((field) => (
              <div key={field.key}>
                <dt className="text-sm font-medium">{profileLabel(field, locale)}</dt>
                <dd className="[overflow-wrap:anywhere]">
                  {profileText(profile.fields[field.key], locale, texts)}
                </dd>
                <dd className="text-[0.8125rem] text-muted">{texts.own.byAdministrators}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {own.length > 0 ? (
          <PageForm
            action={saveProfileFields}
            intent="profile_fields"
            locale={locale}
            outcome={outcome}
            notices={{ profile_fields_saved: texts.own.saved }}
            values={profileInputValues(own, profile.fields)}
            className="max-w-md"
          >
            <ProfileInputs fields={own} locale={locale} texts={texts} />
            <div>
              <SubmitButton pendingText={messages.forms.pending}>{texts.own.save}</SubmitButton>
            </div>
          </PageForm>
        ) : null}
      </CardBody>
    </Card>
  )
}
