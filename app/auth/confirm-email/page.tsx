import type { Metadata } from 'next'
import { DeadLink } from '@/app/auth/dead-link'
import { confirmEmail } from '@/app/auth/confirm-email/actions'
import { MailedLinkForm } from '@/app/auth/mailed-link-form'
import { MissingToken } from '@/app/auth/missing-token'
import { AuthCard } from '@/components/layout/auth-shell'
import { inspectMailedLink } from '@/lib/auth/inspect-mailed-link'
import { formatMessage } from '@/lib/i18n/format-message'
import { now } from '@/lib/platform/clock'
import { pageLanguage } from '@/lib/web/page-language'
import { parameter, type SearchParams } from '@/lib/web/search-params'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.ownAccount.confirm.title }
}

/** Confirm the new email address of an account. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const token = parameter(await searchParams, 'token')
  const { ownAccount, shell } = (await pageLanguage()).messages
  const texts = ownAccount.confirm
  const again = { href: '/dashboard/account/email', label: texts.askAgain }
  if (!token) return <MissingToken way={again} />
  const link = await inspectMailedLink('email_change', { token, now: now() })
  if (!link) return <DeadLink lead={texts.dead} ways={[again]} />
  return (
    <AuthCard
      heading={texts.heading}
      lead={formatMessage(texts.lead, { email: link.email })}
      homeLabel={shell.home}
    >
      <MailedLinkForm action={confirmEmail} token={token} submit={texts.submit} way={again} />
    </AuthCard>
  )
}
