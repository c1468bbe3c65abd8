import type { Metadata } from 'next'
import { DeadLink } from '@/app/auth/dead-link'
import { confirmEmail } from '@/app/auth/confirm-email/actions'
import { MissingToken } from '@/app/auth/missing-token'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/auth-shell'
import { TextLink } from '@/components/ui/text-link'
import { inspectMailedLink } from '@/lib/auth/inspect-mailed-link'
import { formatMessage } from '@/lib/i18n/format-message'
import { now } from '@/lib/platform/clock'
import { pageLanguage } from '@/lib/web/page-language'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter, type SearchParams } from '@/lib/web/search-params'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.ownAccount.confirm.title }
}

/** Confirm the new email address of an account. Mail scanners open links, so opening the page uses nothing up: the button does. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const token = parameter(await searchParams, 'token')
  const { locale, messages } = await pageLanguage()
  const { ownAccount, forms, shell } = messages
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
      <PageForm
        action={confirmEmail}
        locale={locale}
        outcome={await readOutcome()}
        ways={{
          invalid_or_expired_token: (
            <TextLink alone href={again.href}>
              {again.label}
            </TextLink>
          ),
        }}
      >
        <input type="hidden" name="token" value={token} />
        <SubmitButton size="lg" className="w-full" pendingText={forms.pending}>
          {texts.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
}
