import { ProviderMark } from '@/components/external/provider-mark'
import { buttonClasses } from '@/components/ui/button'
import { enabledProviders, providerLabel } from '@/lib/external/enabled-providers'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { HOME, safeNextPath } from '@/lib/web/safe-redirect'

/**
 * The ways in through the enabled providers, above the form; nothing where none is. They are plain links: each begins a trip to
 * another origin, which Next's router must neither fetch ahead nor follow.
 */
export function ProviderButtons({ locale, next }: { locale: Locale; next?: string | null }) {
  const { external } = messagesFor(locale).auth
  const providers = enabledProviders()
  const wanted = safeNextPath(next)
  const query = wanted === null || wanted === HOME ? '' : `?next=${encodeURIComponent(wanted)}`
  if (providers.length === 0) return null
  return (
    <>
      <ul className="grid gap-2.5">
        {providers.map((provider) => (
          <li key={provider}>
            <a
              className={buttonClasses({ variant: 'outline', size: 'lg', className: 'w-full gap-2.5' })}
              href={`/auth/oauth/${provider}${query}`}
            >
              <ProviderMark provider={provider} className="size-4.5!" />
              {formatMessage(external.continueWith, { provider: providerLabel(provider) })}
            </a>
          </li>
        ))}
      </ul>
      <p className="my-5 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {external.or}
      </p>
    </>
  )
}
