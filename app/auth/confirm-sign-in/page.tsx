import { headers } from 'next/headers'
import { confirmSignIn } from '@/app/auth/confirm-sign-in/actions'
import { InvalidLink, MailedLinkForm, MissingToken, OtherBrowser } from '@/app/auth/mailed-links'
import { AuthCard } from '@/components/layout/public-shells'
import { formatMessage } from '@/lib/i18n/format'
import { inspectUnprovenSignIn } from '@/lib/identity/oauth/confirm-sign-in'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'
import { oauthCookie } from '@/lib/web/sign-in-cookies'

const page = definePage('/auth/confirm-sign-in')

export const generateMetadata = page.metadata

/**
 * Finishes a sign-in with a provider that has not verified the address. Only the browser that
 * started the sign-in gets the button.
 */
export default page.render(async ({ searchParams }) => {
  const token = parameter(await searchParams, 'token')
  const { auth, shell } = (await pageLanguage()).messages
  const texts = auth.confirmSignIn
  const toLogin = { href: '/auth/login', label: texts.toLogin }
  if (!token) return <MissingToken recoveryLink={toLogin} />
  const browser = oauthCookie.read((await headers()).get('cookie'))
  const link = await inspectUnprovenSignIn({ token, browser, now: now() })
  if (!link) return <InvalidLink lead={texts.dead} recoveryLinks={[toLogin]} />
  if (!link.here)
    return (
      <OtherBrowser heading={texts.otherHeading} lead={texts.otherLead} recoveryLink={toLogin} />
    )
  const { email, provider } = link
  return (
    <AuthCard
      heading={texts.heading}
      lead={formatMessage(texts.lead, { email, provider })}
      homeLabel={shell.home}
    >
      <MailedLinkForm
        action={confirmSignIn}
        token={token}
        submit={texts.submit}
        recoveryLink={toLogin}
      />
    </AuthCard>
  )
})
