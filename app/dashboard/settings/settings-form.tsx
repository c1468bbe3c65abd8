import type { ReactNode } from 'react'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { PageForm } from '@/components/forms/page-form'
import { ConfirmPassword, SignInAgainCard } from '@/components/forms/reauthentication'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import type { DashboardPath } from '@/lib/http/pages/page-table'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { settingsOf, type StoredArea } from '@/lib/settings/setting-definitions'
import type { AreaState } from '@/lib/settings/settings-area'
import type { FormAction } from '@/lib/web/action-state'

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
  return (
    <PageForm
      action={action}
      locale={locale}
      intent="save"
      values={values}
      className="max-w-xl gap-5"
      {...lostUpdate(messages, path)}
    >
      <input type="hidden" name="area" value={name} />
      <VersionField version={state.version} />
      {children}
      {state.locked.length === settingsOf(name).length ? (
        <Alert>{texts.allLocked}</Alert>
      ) : proof === 'sign-in' ? (
        <SignInAgainCard messages={messages} here={path} />
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
