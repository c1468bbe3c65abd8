import { MailCheck } from 'lucide-react'
import { UnsentMailHint } from '@/app/auth/mailed-links'
import { AuthCard } from '@/components/layout/public-shells'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import { formatMessage } from '@/lib/i18n/format'
import { ownValue } from '@/lib/platform/own-value'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/auth/check-mail')

export const generateMetadata = page.metadata

/** The sentence about the address, by request type. */
const LEADS = {
  reset_sent: 'leadReset',
  verification_requested: 'leadResend',
  sign_in_link_sent: 'leadSignIn',
} as const

/** Where to request another email, by email type. */
const AGAIN: Readonly<Record<string, string>> = {
  reset_sent: '/auth/forgot-password',
  sign_in_link_sent: '/auth/login',
}

/** Confirms that a link was requested. Says the same whether or not the address has an account. */
export default page.render(async () => {
  const { messages } = await pageLanguage()
  const { auth, shell } = messages
  const texts = auth.checkMail
  const outcome = await readOutcome()
  const { email = '', provider = '' } = outcome?.values ?? {}
  const notice = outcome?.notice ?? ''
  const forSignIn = notice === 'sign_in_link_sent'
  const about = ownValue(LEADS, notice) ?? 'leadFor'
  const lead = email ? formatMessage(texts[about], { email, provider }) : null
  return (
    <AuthCard
      heading={texts.heading}
      lead={lead ?? texts.lead}
      homeLabel={shell.home}
      icon={
        <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent">
          <MailCheck aria-hidden className="size-5" />
        </span>
      }
      footer={
        forSignIn ? undefined : (
          <TextLink alone href="/auth/login">
            {texts.toLogin}
          </TextLink>
        )
      }
    >
      <div className="grid gap-4">
        <UnsentMailHint />
        <p className="text-center text-[0.8125rem] text-balance text-muted">
          {forSignIn ? texts.spamSignIn : texts.spam}
        </p>
        <a
          className={buttonClasses({ variant: 'outline', size: 'lg', className: 'w-full' })}
          href={ownValue(AGAIN, notice) ?? '/auth/resend-verification'}
        >
          {forSignIn ? texts.toLogin : texts.resend}
        </a>
      </div>
    </AuthCard>
  )
})
