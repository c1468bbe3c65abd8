import { createClient } from 'redis'
import { expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'

it.each([
  'redis://localhost',
  'redis://localhost:6380/',
  'rediss://ada:s%20ecret%25@redis.example.org/12',
])('accepts %s, as the client does', (REDIS_URL) => {
  expect(loadSettings({ REDIS_URL }).redisUrl).toBe(REDIS_URL)
  expect(() => createClient({ url: REDIS_URL })).not.toThrow()
})

it.each([
  ['http://localhost', 'is not a redis:// address'],
  ['redis://localhost/cache', 'has a path that is not the number of a database'],
  ['redis://:100%@localhost', 'has a % in its user name or password'],
  ['redis://a%zz@localhost', 'has a % in its user name or password'],
  ['redis://ada%:41secret@localhost', 'has a % in its user name or password'],
])('refuses %s, which the client throws at', (REDIS_URL, reason) => {
  expect(() => loadSettings({ REDIS_URL })).toThrow(`REDIS_URL ${reason}`)
  expect(() => createClient({ url: REDIS_URL })).toThrow()
})
