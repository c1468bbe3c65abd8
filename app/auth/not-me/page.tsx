import { InvalidLink, MailedLinkForm, MissingToken } from '@/app/auth/mailed-links'
import { disownSession } from '@/app/auth/not-me/actions'
import { AuthCard } from '@/components/layout/public-shells'
import { formatMessage } from '@/lib/i18n/format'
import { inspectDisownLink } from '@/lib/identity/sessions/disown-session'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/auth/not-me')

export const generateMetadata = page.metadata

/**
 * The link “This wasn’t me” of an email about a sign-in. Opening it consumes nothing, because mail
 * scanners do that too. Its button works in any browser, signed in or not.
 */
export default page.render(async ({ searchParams }) => {
  const token = parameter(await searchParams, 'token')
  const { auth, shell } = (await pageLanguage()).messages
  const texts = auth.notMe
  const reset = { href: '/auth/forgot-password', label: texts.forgot }
  if (!token) return <MissingToken recoveryLink={reset} />
  const link = await inspectDisownLink({ token, now: now() })
  if (!link) return <InvalidLink lead={texts.dead} recoveryLinks={[reset]} />
  return (
    <AuthCard
      heading={texts.heading}
      lead={formatMessage(link.addressChanged ? texts.leadAddressChanged : texts.lead, {
        email: link.email,
      })}
      homeLabel={shell.home}
    >
      <MailedLinkForm
        action={disownSession}
        token={token}
        submit={texts.submit}
        recoveryLink={reset}
      />
    </AuthCard>
  )
})
