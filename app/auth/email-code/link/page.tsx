import { headers } from 'next/headers'
import { openLink } from '@/app/auth/email-code/actions'
import { InvalidLink, MailedLinkForm, MissingToken, OtherBrowser } from '@/app/auth/mailed-links'
import { AuthCard } from '@/components/layout/public-shells'
import { formatMessage } from '@/lib/i18n/format'
import { inspectEmailCodeLink } from '@/lib/identity/email-code/sign-in-with-code'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'
import { emailCodeCookie } from '@/lib/web/sign-in-cookies'

const page = definePage('/auth/email-code/link')

export const generateMetadata = page.metadata

/**
 * The link of an emailed code. Opening it consumes nothing, because mail scanners do that too; only
 * the browser that asked gets the button.
 */
export default page.render(async ({ searchParams }) => {
  const token = parameter(await searchParams, 'token')
  const { auth, emailCode, shell } = (await pageLanguage()).messages
  const texts = emailCode.link
  const toLogin = { href: '/auth/login', label: auth.confirmSignIn.toLogin }
  if (!token) return <MissingToken recoveryLink={toLogin} />
  const secret = emailCodeCookie.read((await headers()).get('cookie'))
  const link = await inspectEmailCodeLink({ token, secret, now: now() })
  const again = { href: '/auth/email-code', label: emailCode.enter.again }
  if (!link) return <InvalidLink lead={texts.dead} recoveryLinks={[again]} />
  if (!link.here)
    return (
      <OtherBrowser heading={texts.otherHeading} lead={texts.otherLead} recoveryLink={toLogin} />
    )
  return (
    <AuthCard
      heading={texts.heading}
      lead={formatMessage(texts.lead, { email: link.email })}
      homeLabel={shell.home}
    >
      <MailedLinkForm action={openLink} token={token} submit={texts.submit} recoveryLink={again} />
    </AuthCard>
  )
})
