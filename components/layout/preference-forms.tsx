import { Monitor, Moon, Sun } from 'lucide-react'
import { PreferenceForm } from '@/components/layout/preference-form'
import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'
import { locales } from '@/lib/i18n/locale'
import type { Theme } from '@/lib/web/theme'
import { themes } from '@/lib/web/theme'

const themeIcons = { light: <Sun aria-hidden />, dark: <Moon aria-hidden />, system: <Monitor aria-hidden /> }

/** The switch of language. */
export function LanguageForm({ locale }: { locale: Locale }) {
  const { shell } = brandedMessages(locale)
  return (
    <PreferenceForm
      locale={locale}
      name="locale"
      label={shell.languageLabel}
      value={locale}
      options={locales.map((value) => ({ value, label: shell.languageNames[value], lang: value }))}
    />
  )
}

/** The switch between light, dark and what the system says. */
export function ThemeForm({ locale, theme }: { locale: Locale; theme: Theme }) {
  const { shell } = brandedMessages(locale)
  return (
    <PreferenceForm
      locale={locale}
      name="theme"
      label={shell.themeLabel}
      value={theme}
      options={themes.map((value) => ({ value, label: shell.themeNames[value], icon: themeIcons[value] }))}
    />
  )
}
