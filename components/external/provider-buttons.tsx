import { providerMarks } from '@/components/external/generated/provider-marks'
import { buttonClasses } from '@/components/ui/button'
import { brandedMessages } from '@/lib/brand/brand'
import {
  enabledProviders,
  providerLabel,
  type ProviderName,
} from '@/lib/config/providers/enabled-providers'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { ownValue } from '@/lib/platform/own-value'
import { HOME, safeNextPath } from '@/lib/web/safe-redirect'

/**
 * A provider's logo, in its own colors or in the text color; without a known logo, a tile with the
 * first letter.
 */
export function ProviderMark({
  provider,
  className,
}: {
  provider: ProviderName
  className?: string
}) {
  const mark = ownValue(providerMarks, provider)
  if (!mark) return <LetterTile label={providerLabel(provider)} className={className} />
  return (
    <svg aria-hidden viewBox={mark.viewBox} fill="currentColor" className={className}>
      {mark.paths.map((path) => (
        <path key={path.d} {...path} />
      ))}
    </svg>
  )
}

function LetterTile({ label, className }: { label: string; className?: string }) {
  const letter = (/[\p{L}\p{N}]/u.exec(label)?.[0] ?? '?').toUpperCase()
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" className={className}>
      <rect width="24" height="24" rx="6" opacity="0.14" />
      <text x="12" y="17" textAnchor="middle" fontSize="14" fontWeight="600">
        {letter}
      </text>
    </svg>
  )
}

/**
 * From this number on, buttons share a line and show only the name, so that the form below stays in
 * view.
 */
const COMPACT_FROM = 5

/**
 * Sign-in buttons of the enabled providers, above the form; nothing if none is enabled. They are
 * plain links: each starts an authorization flow on another origin, which Next's router must
 * neither prefetch nor follow.
 */
export function ProviderButtons({ locale, next }: { locale: Locale; next?: string | null }) {
  const { external } = brandedMessages(locale).auth
  const providers = enabledProviders()
  const compact = providers.length >= COMPACT_FROM
  const wanted = safeNextPath(next)
  const query = wanted === null || wanted === HOME ? '' : `?next=${encodeURIComponent(wanted)}`
  if (providers.length === 0) return null
  return (
    <>
      <ul className={compact ? 'grid gap-2 min-[22.5rem]:grid-cols-2' : 'grid gap-2.5'}>
        {providers.map((provider) => {
          const label = providerLabel(provider)
          const full = formatMessage(external.continueWith, { provider: label })
          return (
            <li
              key={provider}
              className={
                compact ? 'grid min-w-0 min-[22.5rem]:last:odd:col-span-2' : 'grid min-w-0'
              }
            >
              <a
                className={buttonClasses({
                  variant: 'outline',
                  size: 'lg',
                  className: ['gap-2.5', compact && 'justify-start! text-left!'],
                })}
                href={`/auth/oauth/${provider}${query}`}
                aria-label={compact ? full : undefined}
              >
                <ProviderMark provider={provider} className="size-4.5!" />
                <span className="min-w-0 leading-tight wrap-anywhere">
                  {compact ? label : full}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
      <p className="my-5 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {external.or}
      </p>
    </>
  )
}
