import { LanguageForm, ThemeForm } from '@/components/layout/preference-forms'
import { TextLink } from '@/components/ui/text-link'
import { brandLinks } from '@/lib/brand/brand-links'
import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'
import type { Theme } from '@/lib/web/theme'

/** The foot of the pages outside the dashboard. */
export function SiteFooter({ locale, theme }: { locale: Locale; theme: Theme }) {
  return (
    <footer className="flex flex-wrap items-center justify-center gap-3 px-4 py-6">
      <LanguageForm locale={locale} />
      <ThemeForm locale={locale} theme={theme} />
      <TextLink alone href="/contact" className="text-[0.8125rem]">
        {brandedMessages(locale).shell.contact}
      </TextLink>
      {brandLinks(locale).map(({ label, href }) => (
        <TextLink key={href} alone href={href} className="text-[0.8125rem]">
          {label}
        </TextLink>
      ))}
    </footer>
  )
}
