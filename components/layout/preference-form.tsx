import type { ReactNode } from 'react'
import { CurrentPathField } from '@/components/layout/current-path-field'
import { classNames } from '@/components/ui/class-names'
import { askedAddress } from '@/lib/web/asked-address'

interface PreferenceFormProps {
  name: 'locale' | 'theme'
  label: string
  value: string
  options: readonly { value: string; label: string; lang?: string; icon?: ReactNode }[]
}

/** One choice among a few, posted at once by a plain form: a page load later everything is in the chosen language or colours. */
export async function PreferenceForm({ name, label, value, options }: PreferenceFormProps) {
  return (
    <form method="post" action="/preferences">
      <CurrentPathField asked={await askedAddress()} />
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
            className={classNames(
              'inline-grid h-7 min-w-8 place-items-center rounded-md px-2 text-xs font-medium transition-colors [&_svg]:size-3.5',
              option.value === value ? 'bg-thumb text-ink shadow-control' : 'text-muted hover:text-ink',
            )}
          >
            {option.icon ?? option.label}
          </button>
        ))}
      </div>
    </form>
  )
}
