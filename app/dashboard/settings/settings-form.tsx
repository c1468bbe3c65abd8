import type { ReactNode } from 'react'
import { ConfirmPassword, SignInAgain } from '@/app/dashboard/settings/confirm-password'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { TextLink } from '@/components/ui/text-link'
import type { Proof } from '@/lib/auth/find-own-account-state'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { AreaState } from '@/lib/settings/read-area'
import { settingsOf, type StoredArea } from '@/lib/settings/setting-definitions'
import type { FormAction } from '@/lib/web/action-state'
import type { DashboardPath } from '@/lib/web/dashboard-routes'
import { loginPath } from '@/lib/web/safe-redirect'

interface SettingsFormProps {
  name: StoredArea
  path: DashboardPath
  action: FormAction
  state: AreaState
  /** What the fields start with. */
  values: Record<string, string>
  proof: Proof
  email: string
  locale: Locale
  messages: Messages
  /** The fields. */
  children: ReactNode
}

/** The form that saves the settings of an area, for somebody who signed in just now or confirms their password. */
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
  return (
    <PageForm
      action={action}
      locale={locale}
      intent="save"
      values={values}
      className="max-w-xl gap-5"
      problemTexts={{ precondition_failed: texts.conflict }}
      ways={signInWays(messages, path)}
    >
      <input type="hidden" name="area" value={name} />
      <input type="hidden" name="version" value={state.version} />
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

/** What to do when the ten minutes ran out while the page was open. */
export function signInWays(messages: Messages, here: string) {
  return {
    reauthentication_required: (
      <TextLink alone href={loginPath(here)}>
        {messages.settings.signInAgain}
      </TextLink>
    ),
  }
}
