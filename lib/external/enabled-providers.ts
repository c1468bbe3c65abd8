import { settings } from '@/lib/config/settings'

/** The providers that this service can speak to: `google` by OpenID Connect, `github` by OAuth 2. */
export type ProviderName = 'google' | 'github'

/** What people call them. */
export const PROVIDER_LABELS: Readonly<Record<ProviderName, string>> = { google: 'Google', github: 'GitHub' }

/** The providers that have a client id and secret in the settings, in the order in which pages show them. */
export function enabledProviders(): ProviderName[] {
  const { google, github } = settings().external
  return [...(google ? (['google'] as const) : []), ...(github ? (['github'] as const) : [])]
}

/** The enabled provider of that name; null for anything else that an address may hold. */
export function findEnabledProvider(name: string): ProviderName | null {
  return enabledProviders().find((provider) => provider === name) ?? null
}
