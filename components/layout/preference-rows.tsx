import type { ReactNode } from 'react'
import { LanguageForm, ThemeForm } from '@/components/layout/preference-forms'
import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'
import type { Theme } from '@/lib/web/theme'

/** The switches of colours and language, each on a line with its name. */
export function PreferenceRows({ locale, theme }: { locale: Locale; theme: Theme }) {
  const { shell } = brandedMessages(locale)
  return (
    <div className="grid gap-2">
      <Row label={shell.themeLabel}>
        <ThemeForm locale={locale} theme={theme} />
      </Row>
      <Row label={shell.languageLabel}>
        <LanguageForm locale={locale} />
      </Row>
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden className="text-[0.8125rem] text-muted">
        {label}
      </span>
      {children}
    </div>
  )
}
