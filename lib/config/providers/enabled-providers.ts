import type { Profile } from '@/lib/config/providers/catalog-entry'
import { entryOf } from '@/lib/config/providers/catalog'
import { settings } from '@/lib/config/settings'

/**
 * The id of a provider: of the catalog, or of an OpenID provider that the settings name.
 * `findEnabledProvider` admits it.
 */
export type ProviderName = string

/** The providers that are switched on, in the order in which pages show them. */
export function enabledProviders(): ProviderName[] {
  return settings().external.providers.map(({ id }) => id)
}

/** The enabled provider of that name; null for anything else that an address may hold. */
export function findEnabledProvider(name: string): ProviderName | null {
  return enabledProviders().find((provider) => provider === name) ?? null
}

/**
 * Whether a provider is enabled whose page posts its answer to the callback (OAuth 2.0 Form Post
 * Response Mode).
 */
export function answersByForm(name: string): boolean {
  const provider = findEnabledProvider(name)
  return provider !== null && entryOf(provider)?.formPost === true
}

/** What people call a provider, also one that has been switched off since. */
export function providerLabel(provider: string): string {
  const own = settings().external.providers.find(({ id }) => id === provider)
  return own?.label ?? entryOf(provider)?.label ?? provider
}

/** The account that the provider says has signed in. */
export interface ExternalIdentity extends Profile {
  provider: ProviderName
}
