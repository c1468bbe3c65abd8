import { saveSettings, trySettings } from '@/app/dashboard/settings/actions'
import { ConfirmPassword } from '@/app/dashboard/settings/confirm-password'
import { HealthCard } from '@/app/dashboard/settings/health-card'
import { SettingControl } from '@/app/dashboard/settings/setting-control'
import { saveProvider, tryProvider } from '@/app/dashboard/settings/sms/actions'
import { SettingsForm } from '@/app/dashboard/settings/settings-form'
import { TestCard } from '@/app/dashboard/settings/test-card'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody } from '@/components/ui/card'
import { findRecentProof } from '@/lib/auth/recent-proof'
import { now } from '@/lib/platform/clock'
import { findArea } from '@/lib/settings/areas'
import { readArea } from '@/lib/settings/read-area'
import { settingsOf, type StoredArea } from '@/lib/settings/setting-definitions'
import type { DashboardPath } from '@/lib/web/dashboard-routes'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/page-language'
import type { SignedIn } from '@/lib/web/require-page'
import { settingsFormValues } from '@/lib/web/settings-form'

interface AreaPageProps {
  name: StoredArea
  path: DashboardPath
  signedIn: SignedIn
}

/** The page of an area: its settings, how its provider is doing, and a test. Drawn from the definitions. */
export async function AreaPage({ name, path, signedIn: { principal, profile } }: AreaPageProps) {
  const { locale, messages } = await pageLanguage()
  const texts = messages.settings
  const area = findArea(name)!
  const [state, proof, outcome] = await Promise.all([
    readArea(area),
    findRecentProof(principal, now()),
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
      <div role="status" className="mb-4 empty:hidden">
        {outcome?.notice === 'settings_saved' ? <Alert tone="success">{texts.saved}</Alert> : null}
      </div>
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
              {definitions.map((definition) => (
                <SettingControl key={definition.name} definition={definition} texts={texts} />
              ))}
            </SettingsForm>
          </CardBody>
        </Card>
        {state.health ? <HealthCard health={state.health} texts={texts.health} locale={locale} /> : null}
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
