import type { ReactNode } from 'react'
import { CurrentPasswordField } from '@/components/forms/account-fields'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import type { DashboardPath } from '@/lib/http/pages/page-table'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { settingsOf, type StoredArea } from '@/lib/settings/setting-definitions'
import type { AreaState } from '@/lib/settings/settings-area'
import type { FormAction } from '@/lib/web/action-state'
import { loginPath } from '@/lib/web/safe-redirect'

interface SettingsFormProps {
  name: StoredArea
  path: DashboardPath
  action: FormAction
  state: AreaState
  /** The initial values of the fields. */
  values: Record<string, string>
  proof: ReauthMethod
  email: string
  locale: Locale
  messages: Messages
  children: ReactNode
}

/** The form that saves the settings of an area. Requires a recent sign-in or the password. */
export function SettingsForm({
  name,
  path,
  action,
  state,
  values,
  proof,
  email,
  locale,
  messages,
  children,
}: SettingsFormProps) {
  const texts = messages.settings
  const outdated = lostUpdate(messages, path)
  return (
    <PageForm
      action={action}
      locale={locale}
      intent="save"
      values={values}
      className="max-w-xl gap-5"
      problemTexts={outdated.problemTexts}
      ways={{ ...outdated.ways, ...signInMethods(messages, path) }}
    >
      <input type="hidden" name="area" value={name} />
      <VersionField version={state.version} />
      {children}
      {state.locked.length === settingsOf(name).length ? (
        <Alert>{texts.allLocked}</Alert>
      ) : proof === 'sign-in' ? (
        <SignInAgain messages={messages} here={path} />
      ) : (
        <>
          <ConfirmPassword proof={proof} email={email} messages={messages} />
          <div>
            <SubmitButton pendingText={messages.forms.pending}>{texts.save}</SubmitButton>
          </div>
        </>
      )}
    </PageForm>
  )
}

/** What to offer when the ten minutes since sign-in passed while the page was open. */
export function signInMethods(messages: Messages, here: string) {
  return {
    reauthentication_required: (
      <TextLink alone href={loginPath(here)}>
        {messages.settings.signInAgain}
      </TextLink>
    ),
  }
}

interface ConfirmPasswordProps {
  proof: ReauthMethod
  email: string
  messages: Messages
}

/** Asks for the password if the last sign-in is too long ago; otherwise nothing. */
export function ConfirmPassword({ proof, email, messages }: ConfirmPasswordProps) {
  if (proof !== 'password') return null
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-canvas p-4">
      <p className="text-muted">{messages.settings.proofText}</p>
      <CurrentPasswordField name="password" email={email} texts={messages.forms} />
    </div>
  )
}

/** For accounts without a password: a link to sign in again. */
export function SignInAgain({ messages, here }: { messages: Messages; here: string }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-pretty">{messages.settings.signInText}</p>
      <a className={buttonClasses({ variant: 'outline' })} href={loginPath(here)}>
        {messages.settings.signInAgain}
      </a>
    </div>
  )
}
