import { clsx } from 'clsx'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { BrandLogo, BrandName } from '@/components/layout/brand-mark'
import { SkipLink } from '@/components/layout/page-header'
import { LanguageForm, ThemeForm } from '@/components/layout/preference-forms'
import { Card, CardBody, CardFooter } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { brandedMessages, brandLinks } from '@/lib/brand/brand'
import type { Locale } from '@/lib/i18n/locale'
import type { Theme } from '@/lib/web/preferences'

interface AuthShellProps {
  locale: Locale
  theme: Theme
  children: ReactNode
  /** False if the page itself is about preferences. */
  preferences?: boolean
}

/**
 * The frame of pages outside the dashboard: one centered column, with language and theme in the
 * footer.
 */
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
  /** The icon above the heading; by default the brand mark, which links home. */
  icon?: ReactNode
  homeLabel: string
  children?: ReactNode
  /** The footer: links to other pages. */
  footer?: ReactNode
}

/** The only card of such a page. */
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

/** The frame of public reading pages: documentation and messages. */
export function PublicShell({
  locale,
  theme,
  wide = false,
  children,
}: {
  locale: Locale
  theme: Theme
  /** For pages with a column beside the text. */
  wide?: boolean
  children: ReactNode
}) {
  const { shell } = brandedMessages(locale)
  const width = wide ? 'max-w-[90rem]' : 'max-w-4xl'
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink label={shell.skipToContent} />
      <header className="border-b border-line">
        <div
          className={clsx(
            'mx-auto flex h-14 items-center justify-between gap-4 px-4 sm:px-6',
            width,
          )}
        >
          <Link
            href="/"
            prefetch={false}
            aria-label={shell.home}
            className="inline-flex rounded-md"
          >
            <BrandName />
          </Link>
          <TextLink alone href="/docs">
            {shell.apiReference}
          </TextLink>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={clsx('mx-auto w-full flex-1 px-4 py-8 outline-none sm:px-6 lg:py-12', width)}
      >
        {children}
      </main>
      <SiteFooter locale={locale} theme={theme} />
    </div>
  )
}

/** The footer of pages outside the dashboard. */
function SiteFooter({ locale, theme }: { locale: Locale; theme: Theme }) {
  return (
    <footer className="flex flex-wrap items-center justify-center gap-3 px-4 py-6">
      <div className="flex flex-wrap items-center justify-center gap-3">
        <LanguageForm locale={locale} />
        <ThemeForm locale={locale} theme={theme} />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <TextLink alone href="/docs" className="text-[0.8125rem]">
          {brandedMessages(locale).shell.apiReference}
        </TextLink>
        <TextLink alone href="/contact" className="text-[0.8125rem]">
          {brandedMessages(locale).shell.contact}
        </TextLink>
        {brandLinks(locale).map(({ label, href }) => (
          <TextLink key={href} alone href={href} className="text-[0.8125rem]">
            {label}
          </TextLink>
        ))}
      </div>
    </footer>
  )
}
