import { AvatarCrop } from '@/app/dashboard/account/avatar-crop'
import { deleteAvatar, saveAvatar } from '@/app/dashboard/account/actions'
import { FileField } from '@/components/forms/file-field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Avatar } from '@/components/ui/avatar'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { avatarSrc } from '@/components/users/avatar-src'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { IMAGE_TYPES, MAX_UPLOAD_BYTES } from '@/lib/uploads/upload-limits'
import type { Profile } from '@/lib/users/present-profile'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface AvatarCardProps {
  profile: Profile
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}

/** One's own picture: choose, crop where script runs, save, remove. */
export function AvatarCard({ profile, outcome, locale, messages }: AvatarCardProps) {
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
            <AvatarCrop label={texts.crop} />
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
