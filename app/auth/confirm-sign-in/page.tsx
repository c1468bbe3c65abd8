import { AppWindow } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { confirmSignIn } from '@/app/auth/confirm-sign-in/actions'
import { DeadLink } from '@/app/auth/dead-link'
import { MailedLinkForm } from '@/app/auth/mailed-link-form'
import { MissingToken } from '@/app/auth/missing-token'
import { AuthCard } from '@/components/layout/auth-shell'
import { buttonClasses } from '@/components/ui/button'
import { inspectUnprovenSignIn } from '@/lib/auth/confirm-external-sign-in'
import { formatMessage } from '@/lib/i18n/format-message'
import { now } from '@/lib/platform/clock'
import { oauthBrowserOf } from '@/lib/web/oauth-cookie'
import { pageLanguage } from '@/lib/web/page-language'
import { parameter, type SearchParams } from '@/lib/web/search-params'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageLanguage()).messages.auth.confirmSignIn.title }
}

/** Finish a sign-in with a provider that has not verified the address. A browser other than the one that began it gets no button. */
export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const token = parameter(await searchParams, 'token')
  const { auth, shell } = (await pageLanguage()).messages
  const texts = auth.confirmSignIn
  const toLogin = { href: '/auth/login', label: texts.toLogin }
  if (!token) return <MissingToken way={toLogin} />
  const browser = oauthBrowserOf((await headers()).get('cookie'))
  const link = await inspectUnprovenSignIn({ token, browser, now: now() })
  if (!link) return <DeadLink lead={texts.dead} ways={[toLogin]} />
  if (!link.here) return <OtherBrowser way={toLogin} />
  const { email, provider } = link
  return (
    <AuthCard
      heading={texts.heading}
      lead={formatMessage(texts.lead, { email, provider })}
      homeLabel={shell.home}
    >
      <MailedLinkForm action={confirmSignIn} token={token} submit={texts.submit} way={toLogin} />
    </AuthCard>
  )
}

async function OtherBrowser({ way }: { way: { href: string; label: string } }) {
  const { auth, shell } = (await pageLanguage()).messages
  const texts = auth.confirmSignIn
  return (
    <AuthCard
      heading={texts.otherHeading}
      lead={texts.otherLead}
      homeLabel={shell.home}
      icon={
        <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent">
          <AppWindow aria-hidden className="size-5" />
        </span>
      }
    >
      <a className={buttonClasses({ variant: 'outline', size: 'lg', className: 'w-full' })} href={way.href}>
        {way.label}
      </a>
    </AuthCard>
  )
}
