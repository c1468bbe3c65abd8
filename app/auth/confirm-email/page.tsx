import { confirmEmail } from '@/app/auth/confirm-email/actions'
import { InvalidLink, MailedLinkForm, MissingToken } from '@/app/auth/mailed-links'
import { AuthCard } from '@/components/layout/public-shells'
import { formatMessage } from '@/lib/i18n/format'
import { inspectMailedLink } from '@/lib/identity/registration/email-links'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/auth/confirm-email')

export const generateMetadata = page.metadata

/** Confirms the new email address of an account. */
export default page.render(async ({ searchParams }) => {
  const token = parameter(await searchParams, 'token')
  const { ownAccount, shell } = (await pageLanguage()).messages
  const texts = ownAccount.confirm
  const again = { href: '/dashboard/account/email', label: texts.askAgain }
  if (!token) return <MissingToken recoveryLink={again} />
  const link = await inspectMailedLink('email_change', { token, now: now() })
  if (!link) return <InvalidLink lead={texts.dead} recoveryLinks={[again]} />
  return (
    <AuthCard
      heading={texts.heading}
      lead={formatMessage(texts.lead, { email: link.email })}
      homeLabel={shell.home}
    >
      <MailedLinkForm
        action={confirmEmail}
        token={token}
        submit={texts.submit}
        recoveryLink={again}
      />
    </AuthCard>
  )
})
