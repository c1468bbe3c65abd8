import Link from 'next/link'
import type { ReactNode } from 'react'
import { BrandLogo } from '@/components/layout/brand-mark'
import { SiteFooter } from '@/components/layout/site-footer'
import { SkipLink } from '@/components/layout/skip-link'
import { Card, CardBody, CardFooter } from '@/components/ui/card'
import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'
import type { Theme } from '@/lib/web/theme'

interface AuthShellProps {
  locale: Locale
  theme: Theme
  children: ReactNode
  /** False where the page itself is about them. */
  preferences?: boolean
}

/** The frame of the pages outside the dashboard: one column in the middle, language and colours at the foot. */
export function AuthShell({ locale, theme, children, preferences = true }: AuthShellProps) {
  const { shell } = brandedMessages(locale)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink label={shell.skipToContent} />
      <main
        id="content"
        tabIndex={-1}
        className="grid flex-1 place-items-center px-4 pt-10 outline-none sm:pt-16"
      >
        <div className="w-full max-w-100">{children}</div>
      </main>
      {preferences ? <SiteFooter locale={locale} theme={theme} /> : null}
    </div>
  )
}

interface AuthCardProps {
  heading: string
  lead: string
  /** The picture above the heading; the brand mark, leading home, unless there is another. */
  icon?: ReactNode
  homeLabel: string
  children?: ReactNode
  /** The strip below: where else to go. */
  footer?: ReactNode
}

/** The one card of such a page. */
export function AuthCard({ heading, lead, icon, homeLabel, children, footer }: AuthCardProps) {
  return (
    <Card>
      <CardBody className="px-6 py-8 sm:px-8">
        <header className="mb-6 grid justify-items-center text-center">
          {icon ?? (
            <Link href="/" prefetch={false} aria-label={homeLabel} className="rounded-lg">
              <BrandLogo />
            </Link>
          )}
          <h1 className="mt-5 text-xl font-semibold tracking-tight">{heading}</h1>
          <p className="mt-1.5 text-pretty wrap-anywhere text-muted">{lead}</p>
        </header>
        {children}
      </CardBody>
      {footer ? <CardFooter className="justify-center">{footer}</CardFooter> : null}
    </Card>
  )
}
