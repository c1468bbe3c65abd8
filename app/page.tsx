import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { AuthCard, AuthShell } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { settings } from '@/lib/config/settings'
import { needsFirstAdministrator } from '@/lib/identity/registration/first-administrator'
import { definePage } from '@/lib/web/define-page'
import { pageLanguage, webTheme } from '@/lib/web/preferences'
import { HOME } from '@/lib/web/safe-redirect'

/** The beginning of the line printed at startup (server/announce.ts). */
const PRINTED = 'No administrator yet.'

const page = definePage('/')

export const generateMetadata = page.composeTitle(async () => {
  // The root layout's title template only applies to the pages below it.
  const { auth } = (await pageLanguage()).messages
  return { absolute: `${auth.welcome.title} · ${settings().brand.productName}` }
})

/**
 * Until there is an administrator, the root path explains how to create one. After that, it
 * redirects to the dashboard, which asks visitors to sign in.
 */
export default page.render(async () => {
  // The page it redirects to reports an unavailable database.
  const waiting = await needsFirstAdministrator().catch(() => false)
  if (!waiting) redirect(HOME)
  const { locale, messages } = await pageLanguage()
  const { auth, shell } = messages
  const texts = auth.welcome
  return (
    <AuthShell locale={locale} theme={await webTheme()}>
      <AuthCard
        heading={texts.heading}
        lead={texts.lead}
        homeLabel={shell.home}
        footer={
          <p className="text-muted">
            {texts.loginPrompt}{' '}
            <TextLink alone href="/auth/login">
              {texts.loginLink}
            </TextLink>
          </p>
        }
      >
        <ol className="grid gap-4">
          <Step number={1}>{settings().local ? texts.stepTerminal : texts.stepLog}</Step>
          <Step number={2}>
            {texts.stepLink} <Code>{PRINTED}</Code>
          </Step>
          <Step number={3}>{texts.stepChoose}</Step>
        </ol>
        <div className="mt-6 grid gap-2 border-t border-line pt-5 text-[0.8125rem] text-muted">
          <p>{texts.once}</p>
          <p>
            {texts.bound} <Code>BOOTSTRAP_ADMIN_EMAIL</Code>
          </p>
        </div>
      </AuthCard>
    </AuthShell>
  )
})

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
      >
        {number}
      </span>
      <p className="min-w-0 pt-0.5 text-pretty">{children}</p>
    </li>
  )
}

function Code({ children }: { children: string }) {
  return (
    <code
      lang="en"
      className="rounded-sm bg-subtle px-1 py-0.5 font-mono text-[0.8125rem] whitespace-nowrap"
    >
      {children}
    </code>
  )
}
