import type { Metadata } from 'next'
import { ChangeEmail } from '@/app/dashboard/account/email/change-email'
import { WaitingChange } from '@/app/dashboard/account/email/waiting-change'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { VerifiedBadge } from '@/components/ui/verified-badge'
import { findOwnAccountState } from '@/lib/auth/find-own-account-state'
import { pageLanguage } from '@/lib/web/page-language'
import { readOutcome } from '@/lib/web/form-outcome'
import { requirePage } from '@/lib/web/require-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.ownAccount.email.title }
}

/** One's own e-mail address: what it is, what it is about to become, and asking for another. */
export default async function Page() {
  const { principal, profile } = await requirePage('/dashboard/account/email')
  const { locale, messages } = await pageLanguage()
  const { email: texts, notices } = messages.ownAccount
  const outcome = await readOutcome()
  const state = await findOwnAccountState(principal)
  const said: Record<string, string> = {
    confirmation_sent: texts.sent,
    email_change_cancelled: texts.cancelled,
    email_changed: notices.email_changed,
  }
  const notice = outcome?.notice ? said[outcome.notice] : undefined
  return (
    <>
      <PageHeader title={texts.title} lead={state.hasPassword ? texts.lead : texts.leadExternal} />
      <div role="status" className="mb-4 empty:hidden">
        {notice ? <Alert tone="success">{notice}</Alert> : null}
      </div>
      <div className="grid gap-6">
        <Card>
          <CardHeader title={texts.presentTitle} />
          <CardBody className="pt-2">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 font-medium break-all">{profile.email}</span>
              <VerifiedBadge verified={profile.email_verified} texts={messages.account} />
            </p>
          </CardBody>
        </Card>
        {state.emailChange ? (
          <WaitingChange change={state.emailChange} locale={locale} messages={messages} />
        ) : null}
        <Card>
          <CardHeader title={texts.changeTitle} lead={texts.changeText} />
          <CardBody>
            <ChangeEmail
              proof={state.proof}
              email={profile.email}
              locale={locale}
              messages={messages}
              outcome={outcome}
            />
          </CardBody>
        </Card>
      </div>
    </>
  )
}
