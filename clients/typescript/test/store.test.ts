import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClient, localStore } from '@/clients/typescript/src/index'

const blocked = () => {
  throw new Error('SecurityError')
}

beforeEach(() => {
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
  const missing = ['navigator', 'localStorage', 'indexedDB', 'addEventListener']
  for (const name of missing) vi.stubGlobal(name, undefined)
  const { auth } = createClient({ baseUrl: 'https://id.example.org', store: localStore() })
  const stopListening = auth.onSignedOut(() => undefined)
  expect(await auth.session()).toBeNull()
  expect(await auth.accessToken({ refused: 'a token' })).toBeNull()
  stopListening()
})
