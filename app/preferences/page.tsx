import type { Metadata } from 'next'
import { AuthCard, AuthShell } from '@/components/layout/auth-shell'
import { PreferenceRows } from '@/components/layout/preference-rows'
import { pageLanguage } from '@/lib/web/page-language'
import { webTheme } from '@/lib/web/web-theme'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.shell.preferences }
}

/** Language and colours. Every page carries the same switches; this is the address that they post to. */
export default async function Page() {
  const { locale, messages } = await pageLanguage()
  const { shell } = messages
  const theme = await webTheme()
  return (
    <AuthShell locale={locale} theme={theme} preferences={false}>
      <AuthCard heading={shell.preferences} lead={shell.preferencesLead} homeLabel={shell.home}>
        <PreferenceRows locale={locale} theme={theme} />
      </AuthCard>
    </AuthShell>
  )
}
