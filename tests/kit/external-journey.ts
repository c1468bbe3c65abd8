import { afterAll, beforeAll, beforeEach } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import type { ProviderName } from '@/lib/config/providers/enabled-providers'
import {
  claimExternalFlow,
  type Finished,
  finishExternalSignIn,
} from '@/lib/identity/oauth/finish-sign-in'
import { startExternalSignIn } from '@/lib/identity/oauth/start-sign-in'
import { db } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import {
  type AllProviders,
  type StandInId,
  startProviders,
} from '@/tests/kit/providers/all-providers'
import { testContext } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'
import { arriveFromProvider } from '@/tests/kit/visit-provider'

const BASE = 'http://localhost:3000'

/** The redirect addresses of allowed apps. */
export const APPS = ['com.example.app:/done', 'https://app.example.com/done?from=gatehouse']

export interface Away {
  provider: ProviderName
  surface: 'web' | 'api'
  browser: string
  /** Where the browser was redirected. */
  address: URL
  /** The query that it returns with. */
  query: URLSearchParams
}

/**
 * Provides a test file with providers (Google and GitHub by default) and the use cases in the order
 * a browser would call them. Before each test the providers are reset and all users deleted.
 * Settings may be added.
 */
export function useProviders(
  settings: Record<string, string> = {},
  ids: readonly StandInId[] = ['google', 'github'],
) {
  let all: AllProviders
  const configure = (overrides: Record<string, string> = {}) =>
    useSettings({
      ...all.env,
      OAUTH_APP_REDIRECT_URIS: APPS.join(','),
      AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000',
      ...settings,
      ...overrides,
    })
  beforeAll(async () => {
    all = await startProviders([BASE], ids)
    configure()
    await syncCatalog(new Date())
  })
  afterAll(() => all.close())
  beforeEach(async () => {
    configure()
    all.reset()
    await db().oauthFlow.deleteMany()
    await db().unprovenSignIn.deleteMany()
    await db().addressMailBudget.deleteMany()
    await db().job.deleteMany()
    await db().user.deleteMany()
  })
  return {
    standIn: (id: StandInId) => all[id],
    google: () => all.google,
    github: () => all.github,
    configure,
    leave,
    queryFrom,
    comeBack,
    signIn: async (
      provider: ProviderName,
      surface: 'web' | 'api' = 'web',
      ctx: Partial<RequestContext> = {},
    ) => comeBack(await leave(provider, { surface, ctx }), { ctx }),
  }
}

/** Starts a sign-in and goes through the provider, up to the callback. */
async function leave(
  provider: ProviderName,
  by: {
    surface?: 'web' | 'api'
    app?: URLSearchParams
    nextPath?: string
    /** The secret of a browser that has already started a flow. */
    browser?: string
    ctx?: Partial<RequestContext>
  } = {},
): Promise<Away> {
  const { surface = 'web', app, nextPath, browser = null } = by
  const ctx = testContext({ ...by.ctx, surface })
  const begun = await startExternalSignIn({ provider, browser, app, nextPath }, ctx)
  if (!begun.ok) throw new Error(begun.code)
  return {
    provider,
    surface,
    browser: begun.browser,
    address: new URL(begun.location),
    query: await queryFrom(begun.location),
  }
}

/**
 * The parameters that a browser brings to the callback; of a posted form, only those the callback
 * uses.
 */
async function queryFrom(authorizationAddress: string): Promise<URLSearchParams> {
  const { address, form } = await arriveFromProvider(authorizationAddress)
  if (!form) return address.searchParams
  return new URLSearchParams(
    [...form].filter(([name]) => ['code', 'state', 'iss', 'error'].includes(name)),
  )
}

/** Calls the callback. */
async function comeBack(
  away: Omit<Away, 'address'>,
  by: { ctx?: Partial<RequestContext>; principal?: SessionPrincipal | null } = {},
): Promise<Outcome<Finished>> {
  const ctx = testContext({ ...by.ctx, surface: away.surface })
  const claimed = await claimExternalFlow(away, ctx)
  if (!claimed.ok) return claimed
  return finishExternalSignIn(
    { ...claimed, query: away.query, principal: by.principal ?? null },
    ctx,
  )
}

/** The session that an authorization flow ended with. */
export function sessionOf(finished: Outcome<Finished>) {
  if (!finished.ok) throw new Error(finished.code)
  if (finished.kind !== 'signed-in' || !('session' in finished.signIn))
    throw new Error('no session')
  return finished.signIn.session
}

/**
 * The number of users, identities, sessions, emails, codes and sign-ins waiting for a link, none of
 * which a refusal may change.
 */
export async function everythingWritten() {
  return {
    users: await db().user.count(),
    identities: await db().account.count(),
    sessions: await db().sessionFamily.count(),
    challenges: await db().mfaChallenge.count(),
    handoffs: await db().oauthHandoff.count(),
    unproven: await db().unprovenSignIn.count(),
    mails: await db().job.count(),
  }
}

/** The counts when nothing was written. */
export const NOTHING_WRITTEN = {
  users: 0,
  identities: 0,
  sessions: 0,
  challenges: 0,
  handoffs: 0,
  unproven: 0,
  mails: 0,
}

/** The counts on the pages when an address is unverified: only the request and its email. */
export const LINK_REQUESTED = { ...NOTHING_WRITTEN, unproven: 1, mails: 1 }
