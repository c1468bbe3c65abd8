import { deleteAvatar, saveAvatar, saveProfile } from '@/app/dashboard/account/actions'
import { AvatarCrop } from '@/app/dashboard/account/avatar-crop'
import { ProfileFieldsCard } from '@/app/dashboard/account/profile-fields-card'
import { Field, FileField, SelectField } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { VerifiedBadge } from '@/components/ui/badge'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { Avatar, avatarSrc } from '@/components/users/person'
import type { Profile } from '@/lib/accounts/present-profile'
import { type Locale, locales } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { listIdentities } from '@/lib/identity/oauth/own-identities'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { IMAGE_TYPES } from '@/lib/uploads/upload.schemas'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/account')

export const generateMetadata = page.metadata

/** The user's own profile: name and language. The email address is read-only. */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const { account, forms, shell } = messages
  const texts = account.profile
  const listed = await listIdentities(principal)
  const hasPassword = !listed.ok || listed.hasPassword
  const outcome = await readOutcome()
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <div className="grid gap-6">
        <Card>
          <CardHeader title={texts.identityTitle} />
          <CardBody>
            <PageForm
              action={saveProfile}
              locale={locale}
              outcome={outcome}
              notices={{ profile_saved: texts.saved }}
              values={{ name: profile.name ?? '', locale: profile.locale ?? '' }}
              className="max-w-md"
            >
              <Field
                name="name"
                autoComplete="name"
                maxLength={100}
                label={forms.name}
                hint={texts.nameHint}
              />
              <SelectField
                name="locale"
                label={texts.localeLabel}
                hint={texts.localeHint}
                options={[
                  { value: '', label: texts.localeAutomatic },
                  ...locales.map((value) => ({ value, label: shell.languageNames[value] })),
                ]}
              />
              <div>
                <SubmitButton pendingText={forms.pending}>{texts.save}</SubmitButton>
              </div>
            </PageForm>
          </CardBody>
        </Card>
        <ProfileFieldsCard
          profile={profile}
          outcome={outcome}
          locale={locale}
          messages={messages}
        />
        <AvatarCard profile={profile} outcome={outcome} locale={locale} messages={messages} />
        <Card>
          <CardHeader
            title={texts.emailTitle}
            lead={hasPassword ? texts.emailText : texts.emailTextExternal}
          />
          <CardBody>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 font-medium break-all">{profile.email}</span>
              <VerifiedBadge verified={profile.email_verified} texts={account} />
            </p>
          </CardBody>
          <CardFooter>
            <TextLink alone href="/dashboard/account/email">
              {messages.ownAccount.email.change}
            </TextLink>
          </CardFooter>
        </Card>
      </div>
    </>
  )
})

interface AvatarCardProps {
  profile: Profile
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}

/** The user's avatar: choose, crop (with JavaScript), save, remove. */
function AvatarCard({ profile, outcome, locale, messages }: AvatarCardProps) {
  const texts = messages.uploads.avatar
  const { forms } = messages
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      <CardBody>
        <div className="flex flex-wrap items-start gap-6">
          <Avatar
            name={profile.name ?? profile.email}
            src={avatarSrc(profile)}
            className="size-20 text-2xl"
          />
          <PageForm
            takesFile
            onlyField="file"
            action={saveAvatar}
            intent="avatar"
            locale={locale}
            outcome={outcome}
            notices={{ avatar_saved: texts.saved, avatar_removed: texts.removed }}
            problemTexts={{ unsupported_media_type: messages.uploads.notAccepted }}
            className="max-w-md min-w-0 flex-1 basis-72"
          >
            <FileField
              name="file"
              label={texts.file}
              hint={texts.hint}
              accept={IMAGE_TYPES.join(',')}
              maxBytes={MAX_UPLOAD_BYTES}
              required
            />
            <AvatarCrop texts={{ area: texts.crop, handles: texts.cropHandles }} />
            <div>
              <SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>
            </div>
          </PageForm>
        </div>
      </CardBody>
      {profile.avatar_url ? (
        <CardFooter>
          <PageForm action={deleteAvatar} intent="remove_avatar" locale={locale}>
            <SubmitButton variant="outline" size="sm" pendingText={forms.pending}>
              {texts.remove}
            </SubmitButton>
          </PageForm>
        </CardFooter>
      ) : null}
    </Card>
  )
}
