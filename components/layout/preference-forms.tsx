import { clsx } from 'clsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { savePreferences } from '@/app/preferences/actions'
import { BareForm } from '@/components/forms/bare-forms'
import { clientTexts } from '@/components/forms/page-form'
import { brandedMessages } from '@/lib/brand/brand'
import { type Locale, locales } from '@/lib/i18n/locale'
import { type Theme, themes } from '@/lib/web/preferences'

interface PreferenceChoiceProps {
  locale: Locale
  name: 'locale' | 'theme'
  label: string
  value: string
  options: readonly { value: string; label: string; lang?: string; icon?: ReactNode }[]
}

/** A choice among a few options, saved at once by a page load. */
function PreferenceChoice({ locale, name, label, value, options }: PreferenceChoiceProps) {
  return (
    <BareForm action={savePreferences} texts={clientTexts(locale)}>
      <div
        role="group"
        aria-label={label}
        className="inline-flex rounded-lg border border-line bg-subtle p-0.5"
      >
        {options.map((option) => (
          <button
            key={option.value}
            name={name}
            value={option.value}
            lang={option.lang}
            title={option.icon ? option.label : undefined}
            aria-label={option.icon ? option.label : undefined}
            aria-pressed={option.value === value}
            className={clsx(
              'inline-grid h-7 min-w-8 place-items-center rounded-md px-2 text-xs font-medium transition-colors [&_svg]:size-3.5',
              option.value === value
                ? 'bg-thumb text-ink shadow-control'
                : 'text-muted hover:text-ink',
            )}
          >
            {option.icon ?? option.label}
          </button>
        ))}
      </div>
    </BareForm>
  )
}

export const themeIcons = {
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
  system: <Monitor aria-hidden />,
}

/** The language switch. */
export function LanguageForm({ locale }: { locale: Locale }) {
  const { shell } = brandedMessages(locale)
  return (
    <PreferenceChoice
      locale={locale}
      name="locale"
      label={shell.languageLabel}
      value={locale}
      options={locales.map((value) => ({ value, label: shell.languageNames[value], lang: value }))}
    />
  )
}

/** The theme switch: light, dark or system. */
export function ThemeForm({ locale, theme }: { locale: Locale; theme: Theme }) {
  const { shell } = brandedMessages(locale)
  return (
    <PreferenceChoice
      locale={locale}
      name="theme"
      label={shell.themeLabel}
      value={theme}
      options={themes.map((value) => ({
        value,
        label: shell.themeNames[value],
        icon: themeIcons[value],
      }))}
    />
  )
}

/** The theme and language switches, each on a labeled line. */
export function PreferenceRows({ locale, theme }: { locale: Locale; theme: Theme }) {
  const { shell } = brandedMessages(locale)
  return (
    <div className="grid gap-2">
      <PreferenceRow label={shell.themeLabel}>
        <ThemeForm locale={locale} theme={theme} />
      </PreferenceRow>
      <PreferenceRow label={shell.languageLabel}>
        <LanguageForm locale={locale} />
      </PreferenceRow>
    </div>
  )
}

function PreferenceRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden className="text-[0.8125rem] text-muted">
        {label}
      </span>
      {children}
    </div>
  )
}
