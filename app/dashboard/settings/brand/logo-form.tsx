import { saveLogo } from '@/app/dashboard/settings/brand/actions'
import { LockedNote } from '@/app/dashboard/settings/setting-control'
import { FileField } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { ConfirmPassword, SignInAgainCard } from '@/components/forms/reauthentication'
import { SubmitButton } from '@/components/forms/submit-button'
import { ownLogo } from '@/lib/brand/brand'
import { isSetInEnvironment } from '@/lib/config/settings'
import type { DashboardPath } from '@/lib/http/pages/page-table'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { MAX_UPLOAD_BYTES } from '@/lib/platform/size-limits'
import { settingNamed } from '@/lib/settings/setting-definitions'
import { IMAGE_TYPES } from '@/lib/uploads/upload.schemas'

interface LogoFormProps {
  background: 'light' | 'dark'
  path: DashboardPath
  proof: ReauthMethod
  email: string
  locale: Locale
  messages: Messages
}

/** The logo for one background: the current one, and a form to replace or remove it. */
export function LogoForm(props: LogoFormProps) {
  const { background, locale, messages } = props
  const { logos } = messages.brand
  const { env, label } = settingNamed(`logo_${background}_upload_id`)
  const src = ownLogo(background)
  return (
    <fieldset className="grid min-w-0 content-start gap-4">
      <legend className="mb-2 text-sm font-medium">{label[locale]}</legend>
      <div
        className={`flex h-24 items-center justify-center rounded-lg border border-line bg-surface p-4 text-muted ${background === 'light' ? 'theme-light' : 'theme-dark'}`}
      >
        {src ? (
          // oxlint-disable-next-line nextjs/no-img-element -- made to size when it was uploaded, and cached
          <img src={src} alt={logos.current} className="max-h-full max-w-full object-contain" />
        ) : (
          logos.none
        )}
      </div>
      {isSetInEnvironment(env) ? (
        <LockedNote env={env} texts={messages.settings} />
      ) : (
        <LogoUpload {...props} />
      )}
    </fieldset>
  )
}

/** The form, or a link to sign in again if that is required first. */
function LogoUpload({ background, path, proof, email, locale, messages }: LogoFormProps) {
  if (proof === 'sign-in') return <SignInAgainCard messages={messages} here={path} />
  const { logos } = messages.brand
  const { pending } = messages.forms
  return (
    <PageForm
      takesFile
      onlyField="file"
      action={saveLogo}
      intent={`logo_${background}`}
      locale={locale}
      problemTexts={{ unsupported_media_type: messages.uploads.notAccepted }}
    >
      <input type="hidden" name="background" value={background} />
      <FileField
        name="file"
        label={logos.choose}
        accept={IMAGE_TYPES.join(',')}
        maxBytes={MAX_UPLOAD_BYTES}
      />
      <ConfirmPassword proof={proof} email={email} messages={messages} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton name="step" value="upload" variant="outline" pendingText={pending}>
          {logos.upload}
        </SubmitButton>
        {ownLogo(background) ? (
          <SubmitButton name="step" value="remove" variant="dangerOutline" pendingText={pending}>
            {logos.remove}
          </SubmitButton>
        ) : null}
      </div>
    </PageForm>
  )
}
