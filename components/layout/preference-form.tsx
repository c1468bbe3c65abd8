import type { ReactNode } from 'react'
import { savePreferences } from '@/app/preferences/actions'
import { BareForm } from '@/components/forms/bare-form'
import { clientTexts } from '@/components/forms/client-texts'
import { clsx } from 'clsx'
import type { Locale } from '@/lib/i18n/locale'

interface PreferenceFormProps {
  locale: Locale
  name: 'locale' | 'theme'
  label: string
  value: string
  options: readonly { value: string; label: string; lang?: string; icon?: ReactNode }[]
}

/** One choice among a few, saved at once: a page load later everything is in the chosen language or colors. */
export function PreferenceForm({ locale, name, label, value, options }: PreferenceFormProps) {
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
              option.value === value ? 'bg-thumb text-ink shadow-control' : 'text-muted hover:text-ink',
            )}
          >
            {option.icon ?? option.label}
          </button>
        ))}
      </div>
    </BareForm>
  )
}
