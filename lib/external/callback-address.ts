import type { Surface } from '@/lib/platform/request-context'
import { settings } from '@/lib/config/settings'
import type { ProviderName } from '@/lib/external/enabled-providers'

/**
 * Where a provider sends the browser back to: from the settings alone, never from a request's Host. One address for each provider
 * and surface, so that an answer cannot be delivered to the wrong one unnoticed (RFC 9700 §4.4).
 */
export function callbackAddress(surface: Surface, provider: ProviderName): string {
  const { baseUrl, external } = settings()
  const base = surface === 'web' ? baseUrl : `${external.apiCallbackBaseUrl}/api/v1`
  return new URL(`${base}/auth/oauth/${provider}/callback`).href
}

/** The callback at `path` with what a provider answered. */
export function callbackWith(path: string, said: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(said).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${path}?${new URLSearchParams(given).toString()}`
}
