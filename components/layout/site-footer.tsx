import { LanguageForm, ThemeForm } from '@/components/layout/preference-forms'
import { TextLink } from '@/components/ui/text-link'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import type { Theme } from '@/lib/web/theme'

/** The foot of the pages outside the dashboard. */
export function SiteFooter({ locale, theme }: { locale: Locale; theme: Theme }) {
  return (
    <footer className="flex flex-wrap items-center justify-center gap-3 px-4 py-6">
      <LanguageForm locale={locale} />
      <ThemeForm locale={locale} theme={theme} />
      <TextLink alone href="/contact" className="text-[0.8125rem]">
        {messagesFor(locale).shell.contact}
      </TextLink>
    </footer>
  )
}
