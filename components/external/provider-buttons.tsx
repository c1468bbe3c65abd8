import { ProviderMark } from '@/components/external/provider-mark'
import { buttonClasses } from '@/components/ui/button'
import { brandedMessages } from '@/lib/brand/branded-messages'
import { enabledProviders, providerLabel } from '@/lib/external/enabled-providers'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import { HOME, safeNextPath } from '@/lib/web/safe-redirect'

/** From this many on the buttons share a line, and show the name alone: the form below them has to stay in sight. */
const COMPACT_FROM = 5

/**
 * The ways in through the enabled providers, above the form; nothing where none is. They are plain links: each begins a trip to
 * another origin, which Next's router must neither fetch ahead nor follow.
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
              className={compact ? 'grid min-w-0 min-[22.5rem]:last:odd:col-span-2' : 'grid min-w-0'}
            >
              <a
                className={buttonClasses({
                  variant: 'outline',
                  size: 'lg',
                  className: ['h-auto! min-h-10 gap-2.5 py-2', compact && 'justify-start!'],
                })}
                href={`/auth/oauth/${provider}${query}`}
                aria-label={compact ? full : undefined}
              >
                <ProviderMark provider={provider} className="size-4.5!" />
                <span className="min-w-0 leading-tight wrap-anywhere whitespace-normal">
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
