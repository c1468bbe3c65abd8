import { saveSettings } from '@/app/dashboard/settings/actions'
import { AccentField, LivePreview } from '@/app/dashboard/settings/brand/brand-editor'
import { LogoForm } from '@/app/dashboard/settings/brand/logo-form'
import { SettingControl } from '@/app/dashboard/settings/setting-control'
import { settingField, settingsFormValues } from '@/app/dashboard/settings/settings-fields'
import { SettingsForm } from '@/app/dashboard/settings/settings-form'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import { isSetInEnvironment, settings } from '@/lib/config/settings'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { findReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { now } from '@/lib/platform/clock'
import { ownValue } from '@/lib/platform/own-value'
import { brandArea } from '@/lib/settings/brand-area'
import { settingNamed } from '@/lib/settings/setting-definitions'
import { readArea } from '@/lib/settings/settings-area'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const PATH = '/dashboard/settings/brand'

const page = definePage(PATH)

export const generateMetadata = page.metadata

/** The name, logo and color of the service. */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const [state, proof, outcome] = await Promise.all([
    readArea(brandArea),
    findReauthMethod(principal, now()),
    readOutcome(),
  ])
  const { title, lead } = messages.settings.areas.brand
  const { logos, preview } = messages.brand
  const { productName, accentColor } = settings().brand
  const notices: Partial<Record<string, string>> = {
    settings_saved: messages.settings.saved,
    logo_saved: logos.saved,
    logo_removed: logos.removed,
  }
  const notice = ownValue(notices, outcome?.notice)
  const form = { path: PATH, proof, email: profile.email, locale, messages } as const
  return (
    <>
      <PageHeader
        title={title}
        lead={lead}
        back={{ href: '/dashboard/settings', label: messages.settings.title }}
      />
      <LiveRegion role="status" className="mb-4">
        {notice ? <Alert tone="success">{notice}</Alert> : null}
      </LiveRegion>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <CardBody>
            <SettingsForm
              {...form}
              name="brand"
              action={saveSettings}
              state={state}
              values={settingsFormValues('brand')}
            >
              <LivePreview
                saved={{ name: productName, accent: accentColor ?? '' }}
                locale={locale}
                texts={preview}
              >
                <Control name="product_name" locale={locale} messages={messages} />
                <Control name="accent_color" locale={locale} messages={messages} />
              </LivePreview>
              <Control name="support_email" locale={locale} messages={messages} />
              <Control name="terms_url" locale={locale} messages={messages} />
              <Control name="privacy_url" locale={locale} messages={messages} />
            </SettingsForm>
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={logos.title} lead={logos.lead} />
          <CardBody className="grid gap-x-8 gap-y-6 md:grid-cols-2">
            <LogoForm {...form} background="light" />
            <LogoForm {...form} background="dark" />
          </CardBody>
        </Card>
      </div>
    </>
  )
})

interface ControlProps {
  name: 'product_name' | 'accent_color' | 'support_email' | 'terms_url' | 'privacy_url'
  locale: Locale
  messages: Messages
}

function Control({ name, locale, messages: { settings: texts, brand } }: ControlProps) {
  const definition = settingNamed(name)
  if (name !== 'accent_color' || isSetInEnvironment(definition.env))
    return <SettingControl definition={definition} locale={locale} texts={texts} />
  return (
    <AccentField
      name={settingField(definition)}
      label={definition.label[locale]}
      hint={definition.hint?.[locale]}
      pickerLabel={brand.preview.picker}
    />
  )
}
