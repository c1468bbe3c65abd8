import { afterAll, beforeAll, beforeEach } from 'vitest'
import { claimExternalFlow } from '@/lib/auth/claim-external-flow'
import { finishExternalSignIn, type Finished } from '@/lib/auth/finish-external-sign-in'
import { startExternalSignIn } from '@/lib/auth/start-external-sign-in'
import type { ProviderName } from '@/lib/external/enabled-providers'
import { db } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { syncCatalog } from '@/lib/rbac/sync-catalog'
import { startGithubStandIn, type GithubStandIn } from '@/lib/testing/github-stand-in'
import { startOidcStandIn, type OidcStandIn } from '@/lib/testing/oidc-stand-in'
import { testContext } from '@/lib/testing/test-context'
import { useSettings } from '@/lib/testing/test-settings'
import { visitProvider } from '@/lib/testing/visit-provider'

const BASE = 'http://localhost:3000'

/** The addresses of apps that may take over. */
export const APPS = ['com.example.app:/done', 'https://app.example.com/done?from=gatehouse']

export interface Away {
  provider: ProviderName
  surface: 'web' | 'api'
  browser: string
  /** Where the browser was sent. */
  address: URL
  /** What it comes back with. */
  query: URLSearchParams
}

/**
 * Gives the test file both providers, and the use cases as a browser would go through them. Before each test the providers are well
 * and everybody is gone. Settings may be added.
 */
export function useProviders(settings: Record<string, string> = {}) {
  const state = {} as { google: OidcStandIn; github: GithubStandIn }
  const configure = (overrides: Record<string, string> = {}) =>
    useSettings({
      ...state.google.env,
      ...state.github.env,
      OAUTH_APP_REDIRECT_URIS: APPS.join(','),
      AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000',
      ...settings,
      ...overrides,
    })
  beforeAll(async () => {
    state.google = await startOidcStandIn([BASE])
    state.github = await startGithubStandIn()
    configure()
    await syncCatalog(new Date())
  })
  afterAll(() => Promise.all([state.google.close(), state.github.close()]))
  const wellBehaved = {
    google: { sub: 'g-1', email: 'ann@example.com', email_verified: true, name: 'Ann' },
    github: { id: 1001, login: 'ann', name: 'Ann', email: null },
  }
  beforeEach(async () => {
    configure()
    state.google.state = { mode: 'ok', person: { ...wellBehaved.google } }
    state.github.state = {
      mode: 'ok',
      user: { ...wellBehaved.github },
      emails: [
        { email: 'old@example.com', primary: false, verified: true },
        { email: 'ann@example.com', primary: true, verified: true },
      ],
    }
    state.google.tokenRequests.length = 0
    state.github.tokenRequests.length = 0
    await db().oauthFlow.deleteMany()
    await db().job.deleteMany()
    await db().user.deleteMany()
  })
  return {
    google: () => state.google,
    github: () => state.github,
    configure,
    leave,
    comeBack,
    signIn: async (
      provider: ProviderName,
      surface: 'web' | 'api' = 'web',
      ctx: Partial<RequestContext> = {},
    ) => comeBack(await leave(provider, { surface, ctx }), { ctx }),
  }
}

/** Begins a sign-in and goes through the provider, up to the callback. */
async function leave(
  provider: ProviderName,
  by: {
    surface?: 'web' | 'api'
    app?: URLSearchParams
    nextPath?: string
    ctx?: Partial<RequestContext>
  } = {},
): Promise<Away> {
  const { surface = 'web', app, nextPath } = by
  const ctx = testContext({ ...by.ctx, surface })
  const begun = await startExternalSignIn({ provider, browser: null, app, nextPath }, ctx)
  if (!begun.ok) throw new Error(begun.code)
  const back = await visitProvider(begun.location)
  return {
    provider,
    surface,
    browser: begun.browser,
    address: new URL(begun.location),
    query: back.searchParams,
  }
}

/** Comes back to the callback. */
async function comeBack(
  away: Omit<Away, 'address'>,
  by: { ctx?: Partial<RequestContext>; visitor?: Principal | null } = {},
): Promise<Outcome<Finished>> {
  const ctx = testContext({ ...by.ctx, surface: away.surface })
  const claimed = await claimExternalFlow(away, ctx)
  if (!claimed.ok) return claimed
  return finishExternalSignIn({ ...claimed, query: away.query, visitor: by.visitor ?? null }, ctx)
}

/** The session that a trip ended with. */
export function sessionOf(finished: Outcome<Finished>) {
  if (!finished.ok) throw new Error(finished.code)
  if (finished.kind !== 'signed-in' || !('session' in finished.signIn)) throw new Error('no session')
  return finished.signIn.session
}

/** How many users, identities, sessions, mails and codes there are: what a refusal must leave as it was. */
export async function everythingWritten() {
  return {
    users: await db().user.count(),
    identities: await db().account.count(),
    sessions: await db().sessionFamily.count(),
    challenges: await db().mfaChallenge.count(),
    handoffs: await db().oauthHandoff.count(),
    mails: await db().job.count(),
  }
}

/** What there is when nothing was written. */
export const NOTHING_WRITTEN = {
  users: 0,
  identities: 0,
  sessions: 0,
  challenges: 0,
  handoffs: 0,
  mails: 0,
}
