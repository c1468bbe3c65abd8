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
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import {
  type AllProviders,
  type StandInId,
  startProviders,
} from '@/lib/testing/providers/all-providers'
import { testContext } from '@/lib/testing/test-context'
import { useSettings } from '@/lib/testing/test-settings'
import { arriveFromProvider } from '@/lib/testing/visit-provider'

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
 * Gives the test file providers, Google and GitHub unless told otherwise, and the use cases as a
 * browser would go through them. Before each test the providers are well and everybody is gone.
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

/** Begins a sign-in and goes through the provider, up to the callback. */
async function leave(
  provider: ProviderName,
  by: {
    surface?: 'web' | 'api'
    app?: URLSearchParams
    nextPath?: string
    /** The secret of a browser that has begun before. */
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
 * What a browser comes back with to the callback; of a posted form only what the callback goes on
 * with.
 */
async function queryFrom(authorizationAddress: string): Promise<URLSearchParams> {
  const { address, form } = await arriveFromProvider(authorizationAddress)
  if (!form) return address.searchParams
  return new URLSearchParams(
    [...form].filter(([name]) => ['code', 'state', 'iss', 'error'].includes(name)),
  )
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
  if (finished.kind !== 'signed-in' || !('session' in finished.signIn))
    throw new Error('no session')
  return finished.signIn.session
}

/**
 * How many users, identities, sessions, mails, codes and sign-ins that wait for a link there are:
 * what a refusal must leave as it was.
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

/** What there is when nothing was written. */
export const NOTHING_WRITTEN = {
  users: 0,
  identities: 0,
  sessions: 0,
  challenges: 0,
  handoffs: 0,
  unproven: 0,
  mails: 0,
}

/**
 * What there is when an address is not proven, on the pages: the request and its mail, and nothing
 * else.
 */
export const LINK_REQUESTED = { ...NOTHING_WRITTEN, unproven: 1, mails: 1 }
