import { startAppleStandIn } from '@/tests/kit/providers/apple'
import { startDiscordStandIn } from '@/tests/kit/providers/discord'
import { startFacebookStandIn } from '@/tests/kit/providers/facebook'
import { startGithubStandIn } from '@/tests/kit/providers/github'
import { startGitlabStandIn } from '@/tests/kit/providers/gitlab'
import { startGoogleStandIn } from '@/tests/kit/providers/google'
import { startKeycloakStandIn } from '@/tests/kit/providers/keycloak'
import { startLinkedinStandIn } from '@/tests/kit/providers/linkedin'
import { startMicrosoftStandIn } from '@/tests/kit/providers/microsoft'
import { startSlackStandIn } from '@/tests/kit/providers/slack'
import type { StandIn } from '@/tests/kit/providers/stand-in'

/** The providers that have a stand-in, by their catalog ids. */
const STARTERS = {
  google: startGoogleStandIn,
  github: startGithubStandIn,
  'microsoft-entra-id': startMicrosoftStandIn,
  apple: startAppleStandIn,
  gitlab: startGitlabStandIn,
  discord: startDiscordStandIn,
  facebook: startFacebookStandIn,
  linkedin: startLinkedinStandIn,
  slack: startSlackStandIn,
  keycloak: startKeycloakStandIn,
}

export type StandInId = keyof typeof STARTERS

export const STAND_IN_IDS = Object.keys(STARTERS) as StandInId[]

export type Providers<Id extends StandInId> = Record<Id, StandIn> & {
  /** Settings for a service that uses all of them. */
  env: Record<string, string>
  /** Resets all of them. */
  reset(): void
  close(): Promise<void>
}

export type AllProviders = Providers<StandInId>

/** Starts every stand-in for the services at these base URLs (without a trailing slash). */
export const startAllProviders = (services: string[]): Promise<AllProviders> =>
  startProviders(services, STAND_IN_IDS)

/** Starts some of them. */
export async function startProviders<Id extends StandInId>(
  services: string[],
  ids: readonly Id[],
): Promise<Providers<Id>> {
  const started = await Promise.all(
    ids.map(async (id) => [id, await STARTERS[id](services)] as const),
  )
  const all = started.map(([, standIn]) => standIn)
  return {
    ...(Object.fromEntries(started) as Record<Id, StandIn>),
    env: Object.assign({}, ...all.map(({ env }) => env)) as Record<string, string>,
    reset: () => all.forEach((standIn) => standIn.reset()),
    close: async () => {
      await Promise.all(all.map((standIn) => standIn.close()))
    },
  }
}
