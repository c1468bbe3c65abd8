import type { Profile } from '@/lib/config/providers/define-provider'
import { entryOf } from '@/lib/config/providers/catalog'
import { settings } from '@/lib/config/settings'

/**
 * The id of a provider: of the catalog, or of an OpenID provider that the settings name.
 * `findEnabledProvider` validates it.
 */
export type ProviderName = string

/** The enabled providers, in the order that pages show them. */
export function enabledProviders(): ProviderName[] {
  return settings().external.providers.map(({ id }) => id)
}

/** The enabled provider of that name; null for anything else. */
export function findEnabledProvider(name: string): ProviderName | null {
  return enabledProviders().find((provider) => provider === name) ?? null
}

/**
 * Whether an enabled provider's page posts its answer to the callback (OAuth 2.0 Form Post Response
 * Mode).
 */
export function answersByForm(name: string): boolean {
  const provider = findEnabledProvider(name)
  return provider !== null && entryOf(provider)?.formPost === true
}

/** The display name of a provider, including one that has since been disabled. */
export function providerLabel(provider: string): string {
  const own = settings().external.providers.find(({ id }) => id === provider)
  return own?.label ?? entryOf(provider)?.label ?? provider
}

/** The external account that signed in, as the provider states it. */
export interface ExternalIdentity extends Profile {
  provider: ProviderName
}
