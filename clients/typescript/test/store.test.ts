import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { localStore } from '@/clients/typescript/src/index'

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
