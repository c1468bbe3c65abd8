import { PreferenceRows } from '@/components/layout/preference-forms'
import { AuthCard, AuthShell } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { definePage } from '@/lib/web/define-page'
import { parameter } from '@/lib/web/page-address'
import { ownPagePath } from '@/lib/web/page-request'
import { pageLanguage, webTheme } from '@/lib/web/preferences'
import { HOME } from '@/lib/web/safe-redirect'

const page = definePage('/preferences')

export const generateMetadata = page.metadata

/**
 * Language and theme. Every page has these switches; they post to this page. `?next` is the page to
 * return to.
 */
export default page.render(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const { pages, shell } = messages
  const theme = await webTheme()
  const next = ownPagePath(parameter(await searchParams, 'next'))
  return (
    <AuthShell locale={locale} theme={theme} preferences={false}>
      <AuthCard
        heading={shell.preferences}
        lead={shell.preferencesLead}
        homeLabel={shell.home}
        footer={
          <TextLink alone href={next ?? HOME}>
            {next ? shell.back : pages.toHome}
          </TextLink>
        }
      >
        <PreferenceRows locale={locale} theme={theme} />
      </AuthCard>
    </AuthShell>
  )
})
