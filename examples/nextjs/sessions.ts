import { createHash } from 'node:crypto'
import { createClient, type GatehouseClient, type TokenStore } from '@gatehouse/client'
import { cookies, headers } from 'next/headers'
import { type ExpiringStore, inMemory } from './store'

const baseUrl = process.env.GATEHOUSE_URL ?? 'http://localhost:3000'

/**
 * As long as a refresh token of Gatehouse (AUTH_REFRESH_TOKEN_TTL). Each refresh starts it anew.
 */
const SESSION_SECONDS = 30 * 86_400
/** Longer than the minute in which Gatehouse repeats the answer to a refresh. */
const KEY_SECONDS = 120

/**
 * The tokens of all browsers, which therefore never reach a browser. Next.js loads this file more
 * than once in a process.
 */
export const store = ((globalThis as { gatehouseSessions?: ExpiringStore }).gatehouseSessions ??=
  inMemory())

/** The client of the browser with this handle. It is not signed in if the handle is new. */
export async function clientOf(handle: string): Promise<GatehouseClient> {
  const visitor = await visitorHeaders()
  const client = createClient({
    baseUrl,
    store: tokenStore(handle),
    fetch: (request) => {
      for (const [name, value] of visitor) request.headers.set(name, value)
      return fetch(request)
    },
  })
  client.auth.onSignedOut(() => void store.delete(handle))
  return client
}

/** The client of the browser with this handle; null if its session has ended. */
export async function findClient(handle: string): Promise<GatehouseClient | null> {
  const client = await clientOf(handle)
  return (await client.auth.session()) && client
}

function tokenStore(handle: string): TokenStore {
  return {
    get: () => store.get(handle),
    set: (text) => store.set(handle, text, SESSION_SECONDS),
    // Each request has a client of its own. With the same key, parallel ones get the same tokens.
    keyFor: (refreshToken, proposal) => {
      const hash = createHash('sha256').update(refreshToken).digest('base64url')
      return store.add(`refresh ${hash}`, proposal, KEY_SECONDS)
    },
  }
}

/**
 * The visitor's browser and address. Gatehouse lists sessions by browser, and, if it trusts this
 * app as a proxy, limits sign-ins by the address. The last address is that which this app's own
 * proxy appended; a visitor can make up the others.
 */
async function visitorHeaders(): Promise<[string, string][]> {
  const received = await headers()
  const browser = received.get('user-agent')
  const address = received.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return [
    ...(browser ? [['user-agent', browser] as [string, string]] : []),
    ...(address ? [['x-forwarded-for', address] as [string, string]] : []),
  ]
}

const DEVICE = 'gatehouse-device'
const DEVICE_SECONDS = 400 * 86_400

/** What a sign-in sends so that Gatehouse recognizes a browser that has signed in before. */
export async function deviceHeader(): Promise<Record<string, string>> {
  const token = (await cookies()).get(DEVICE)?.value
  return token ? { 'X-Device-Token': token } : {}
}

/** Keeps the device token of a sign-in in the browser, also after signing out. */
export async function keepDevice(token: string): Promise<void> {
  ;(await cookies()).set(DEVICE, token, cookieOptions(DEVICE_SECONDS))
}

/** A cookie that no script of a page can read. */
export function cookieOptions(maxAge: number) {
  const secure = process.env.NODE_ENV === 'production'
  return { httpOnly: true, secure, sameSite: 'lax', maxAge } as const
}
