import { saveSettings, trySettings } from '@/app/dashboard/settings/actions'
import { ConfirmPassword, SignInAgain } from '@/app/dashboard/settings/confirm-password'
import { HealthCard } from '@/app/dashboard/settings/health-card'
import { SettingControl } from '@/app/dashboard/settings/setting-control'
import { saveProvider, tryProvider } from '@/app/dashboard/settings/sms/actions'
import { TestCard } from '@/app/dashboard/settings/test-card'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { findRecentProof } from '@/lib/auth/recent-proof'
import { now } from '@/lib/platform/clock'
import { findArea } from '@/lib/settings/areas'
import { readArea } from '@/lib/settings/read-area'
import { settingsOf, type StoredArea } from '@/lib/settings/setting-definitions'
import type { DashboardPath } from '@/lib/web/dashboard-routes'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/page-language'
import type { SignedIn } from '@/lib/web/require-page'
import { loginPath } from '@/lib/web/safe-redirect'
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
            <PageForm
              action={provider ? saveProvider : saveSettings}
              locale={locale}
              intent="save"
              values={settingsFormValues(name)}
              className="max-w-xl gap-5"
              problemTexts={{ precondition_failed: texts.conflict }}
              // The ten minutes ran out while the page was open.
              ways={{
                reauthentication_required: (
                  <TextLink alone href={loginPath(path)}>
                    {texts.signInAgain}
                  </TextLink>
                ),
              }}
            >
              <input type="hidden" name="area" value={name} />
              <input type="hidden" name="version" value={state.version} />
              {definitions.map((definition) => (
                <SettingControl key={definition.name} definition={definition} texts={texts} />
              ))}
              {state.locked.length === definitions.length ? (
                <Alert>{texts.allLocked}</Alert>
              ) : proof === 'sign-in' ? (
                <SignInAgain messages={messages} here={path} />
              ) : (
                <>
                  {confirm}
                  <div>
                    <SubmitButton pendingText={messages.forms.pending}>{texts.save}</SubmitButton>
                  </div>
                </>
              )}
            </PageForm>
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
