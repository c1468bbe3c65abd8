import { MailCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { ContactForm } from '@/app/contact/contact-form'
import { AuthCard } from '@/components/layout/auth-shell'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { formatMessage } from '@/lib/i18n/format-message'
import { can } from '@/lib/rbac/can'
import { pageLanguage } from '@/lib/web/page-language'
import { readOutcome } from '@/lib/web/form-outcome'
import { findSignedIn } from '@/lib/web/require-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.contacts.form.title }
}

/** Write to those who run the service. */
export default async function Page() {
  const { locale, messages } = await pageLanguage()
  const { form, sent } = messages.contacts
  const homeLabel = messages.shell.home
  const outcome = await readOutcome()
  const toLogin = (
    <TextLink alone href="/auth/login">
      {form.toLogin}
    </TextLink>
  )
  if (outcome?.notice === 'contact_sent') {
    const email = outcome.values?.email
    return (
      <AuthCard
        heading={sent.heading}
        lead={email ? formatMessage(sent.leadFor, { email }) : sent.lead}
        homeLabel={homeLabel}
        icon={
          <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent">
            <MailCheck aria-hidden className="size-5" />
          </span>
        }
        footer={toLogin}
      >
        <a className={buttonClasses({ variant: 'outline', size: 'lg', className: 'w-full' })} href="/contact">
          {sent.another}
        </a>
      </AuthCard>
    )
  }
  return (
    <AuthCard heading={form.heading} lead={form.lead} homeLabel={homeLabel} footer={toLogin}>
      <ContactForm outcome={outcome} takesFile={await maySendFile()} locale={locale} messages={messages} />
    </AuthCard>
  )
}

/** Files are attached by people who are signed in and may upload them. */
async function maySendFile(): Promise<boolean> {
  const who = await findSignedIn()
  return who !== null && can(who.principal, 'uploads:create')
}
