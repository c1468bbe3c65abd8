import Link from 'next/link'
import type { ReactNode } from 'react'
import { BrandName } from '@/components/layout/brand-mark'
import { SiteFooter } from '@/components/layout/site-footer'
import { SkipLink } from '@/components/layout/skip-link'
import { TextLink } from '@/components/ui/text-link'
import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'
import type { Theme } from '@/lib/web/theme'

/** The frame of the open pages with something to read: documentation, messages. */
export function PublicShell({
  locale,
  theme,
  children,
}: {
  locale: Locale
  theme: Theme
  children: ReactNode
}) {
  const { shell } = brandedMessages(locale)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink label={shell.skipToContent} />
      <header className="border-b border-line">
        <div className="mx-auto flex h-14 max-w-4xl items-center justify-between gap-4 px-4 sm:px-6">
          <Link href="/" prefetch={false} aria-label={shell.home} className="inline-flex rounded-md">
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
        className="mx-auto w-full max-w-4xl flex-1 px-4 py-8 outline-none sm:px-6 lg:py-12"
      >
        {children}
      </main>
      <SiteFooter locale={locale} theme={theme} />
    </div>
  )
}
