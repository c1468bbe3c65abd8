import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClient, localStore } from '@/clients/typescript/src/index'

const blocked = () => {
  throw new Error('SecurityError')
}

const TOKENS = {
  access_token: 'access',
  refresh_token: 'refresh',
  session_id: 'session',
  expires_in: 900,
  device_token: 'device',
  user: { id: 'user' },
}

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
})
afterEach(() => void vi.unstubAllGlobals())

it('keeps the session as long as the page if storage is blocked', async () => {
  const store = localStore()
  expect(store.get()).toBeNull()
  await store.lock!(async () => store.set('a session'))
  expect(store.get()).toBe('a session')
})

it('on a server that renders a page, is empty and throws nothing', async () => {
  const missing = ['window', 'navigator', 'localStorage', 'indexedDB', 'addEventListener']
  for (const name of missing) vi.stubGlobal(name, undefined)
  const { auth } = createClient({ baseUrl: 'https://id.example.org', store: localStore() })
  const stopListening = auth.onSignedOut(() => undefined)
  expect(await auth.session()).toBeNull()
  expect(await auth.accessToken({ refused: 'a token' })).toBeNull()
  stopListening()
})

it('on a server, keeps no session, which would be that of every visitor', async () => {
  const kept = vi.fn()
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, work: () => Promise<unknown>) => work() },
  })
  // As newer versions of Node.js have it.
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: kept })
  const store = localStore()
  const client = createClient({
    baseUrl: 'https://id.example.org',
    store,
    fetch: async () => Response.json(TOKENS),
  })
  const login = client.auth.login({ email: 'ada@example.org', password: 'x' })
  await expect(login).rejects.toThrow('memoryStore')
  expect(kept).not.toHaveBeenCalled()
  expect(await client.auth.session()).toBeNull()
})
