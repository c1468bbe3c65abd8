import type { ReactNode } from 'react'
import { saveSettings, trySettings } from '@/app/dashboard/settings/actions'
import { HealthCard } from '@/app/dashboard/settings/health-card'
import { SettingControl } from '@/app/dashboard/settings/setting-control'
import { settingsFormValues } from '@/app/dashboard/settings/settings-fields'
import { SettingsForm } from '@/app/dashboard/settings/settings-form'
import { saveProvider, tryProvider } from '@/app/dashboard/settings/sms/actions'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { ConfirmPassword } from '@/components/forms/reauthentication'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import { SETTING_GROUPS } from '@/lib/config/define-setting'
import type { DashboardPath } from '@/lib/http/pages/page-table'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { findReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { now } from '@/lib/platform/clock'
import {
  type SettingDefinition,
  settingsOf,
  type StoredArea,
} from '@/lib/settings/setting-definitions'
import { readArea } from '@/lib/settings/settings-area'
import { findArea } from '@/lib/settings/settings-areas'
import type { FormAction } from '@/lib/web/action-state'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import type { SignedIn } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

interface AreaPageProps extends SignedIn {
  name: StoredArea
  path: DashboardPath
}

/**
 * The settings page of an area: its settings, the provider's health, and a test. Built from the
 * setting definitions.
 */
export async function AreaPage({ name, path, principal, profile }: AreaPageProps) {
  const { locale, messages } = await pageLanguage()
  const texts = messages.settings
  const area = findArea(name)!
  const [state, proof, outcome] = await Promise.all([
    readArea(area),
    findReauthMethod(principal, now()),
    readOutcome(),
  ])
  const definitions = settingsOf(name)
  const provider = area.permission === 'notifications:settings'
  const confirm = <ConfirmPassword proof={proof} email={profile.email} messages={messages} />
  return (
    <>
      <PageHeader
        title={texts.areas[name].title}
        lead={texts.areas[name].lead}
        back={{ href: '/dashboard/settings', label: texts.title }}
      />
      <LiveRegion role="status" className="mb-4">
        {outcome?.notice === 'settings_saved' ? <Alert tone="success">{texts.saved}</Alert> : null}
      </LiveRegion>
      <div className="grid gap-6">
        <Card>
          <CardBody>
            <SettingsForm
              name={name}
              path={path}
              action={provider ? saveProvider : saveSettings}
              state={state}
              values={settingsFormValues(name)}
              proof={proof}
              email={profile.email}
              locale={locale}
              messages={messages}
            >
              <SettingControls definitions={definitions} locale={locale} texts={texts} />
            </SettingsForm>
          </CardBody>
        </Card>
        {state.health ? (
          <HealthCard health={state.health} texts={texts.health} locale={locale} />
        ) : null}
        {area.test && proof !== 'sign-in' ? (
          <TestCard
            name={name}
            action={provider ? tryProvider : trySettings}
            email={profile.email}
            outcome={outcome}
            locale={locale}
            messages={messages}
          >
            {confirm}
          </TestCard>
        ) : null}
      </div>
    </>
  )
}

interface SettingControlsProps {
  definitions: readonly SettingDefinition[]
  locale: Locale
  texts: Messages['settings']
}

/** The controls of settings, in groups if they have some. */
function SettingControls({ definitions, locale, texts }: SettingControlsProps) {
  const controls = (shown: readonly SettingDefinition[]) =>
    shown.map((definition) => (
      <SettingControl key={definition.name} definition={definition} locale={locale} texts={texts} />
    ))
  return (
    <>
      {controls(definitions.filter(({ group }) => group === undefined))}
      {SETTING_GROUPS.map((group) => {
        const grouped = definitions.filter((definition) => definition.group === group)
        if (grouped.length === 0) return null
        return (
          <fieldset
            key={group}
            className="min-w-0 border-t border-line pt-5 first-of-type:border-0 first-of-type:pt-0"
          >
            <legend className="float-left mb-5 w-full text-base font-semibold">
              {texts.groups[group]}
            </legend>
            <div className="clear-both grid gap-5">{controls(grouped)}</div>
          </fieldset>
        )
      })}
    </>
  )
}

interface TestCardProps {
  name: StoredArea
  action: FormAction
  email: string
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
  /** The field that confirms the user's identity, if required. */
  children: ReactNode
}

/** Tests the saved settings and shows the provider's answer. */
function TestCard({ name, action, email, outcome, locale, messages, children }: TestCardProps) {
  const texts = messages.settings.test
  const leads: Partial<Record<StoredArea, string>> = {
    mail: texts.mailLead,
    notifications: texts.notificationsLead,
    payments: texts.paymentsLead,
  }
  const recipient = name === 'mail' || name === 'notifications'
  return (
    <Card>
      <CardHeader title={texts.title} lead={leads[name]} />
      <CardBody className="grid gap-4">
        <LiveRegion role="status">
          <Result outcome={outcome} texts={texts} />
        </LiveRegion>
        <PageForm
          action={action}
          locale={locale}
          intent="test"
          values={name === 'mail' ? { to: email } : {}}
          className="max-w-xl"
        >
          <input type="hidden" name="area" value={name} />
          {recipient ? (
            <Field
              name="to"
              type={name === 'mail' ? 'email' : 'tel'}
              label={name === 'mail' ? texts.toMail : texts.toPhone}
              autoComplete="off"
              required
            />
          ) : null}
          {children}
          <div>
            <SubmitButton pendingText={messages.forms.pending}>
              {recipient ? texts.submit : texts.check}
            </SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}

function Result({
  outcome,
  texts,
}: {
  outcome: FormOutcome | null
  texts: Messages['settings']['test']
}) {
  const passed = outcome?.notice === 'settings_test_passed'
  if (!passed && outcome?.notice !== 'settings_test_failed') return null
  return (
    <Alert tone={passed ? 'success' : 'danger'}>
      <p>{passed ? texts.passed : texts.failed}</p>
      <p className="mt-1 font-mono text-[0.8125rem] break-words">{outcome?.values?.detail}</p>
    </Alert>
  )
}
