import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { loadSettings } from '@/lib/config/settings'

afterEach(() => vi.restoreAllMocks())

const BASE = 'postgresql://ada:s%20ecret@db.example.org/gatehouse'

function addressWith(query: string): string {
  const url = BASE + query
  const settings = loadSettings({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: url,
    DATABASE_REPLICA_URL: url,
  })
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = settings
  expect([databaseDirectUrl, databaseReplicaUrl]).toEqual([databaseUrl, databaseUrl])
  return databaseUrl!
}

/** What the driver connects with. */
function driverOf(connectionString: string) {
  const { ssl, user, password, database } = new pg.Client({ connectionString }) as pg.Client & {
    ssl: unknown
  }
  return { ssl, user, password, database }
}

it.each([
  '?sslmode=prefer',
  '?sslmode=require',
  '?connect_timeout=5&sslmode=require&application_name=x',
  '?sslmode=verify-ca#x',
  '?sslmode=require&options=a?b',
])('connects with %s as node-postgres does today, without its warning', (query) => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const address = addressWith(query)
  const driver = driverOf(address)
  expect(warn).not.toHaveBeenCalled()
  expect(driver).toEqual(driverOf(BASE + query))
  expect(address).toBe((BASE + query).replace(/sslmode=[a-z-]+/, 'sslmode=verify-full'))
})

it.each([
  '',
  '?sslmode=disable',
  '?sslmode=no-verify',
  '?sslmode=verify-full',
  '?uselibpqcompat=true&sslmode=require',
  '?sslmode=prefer&uselibpqcompat=true',
])('leaves an address with %j as it is', (query) => {
  expect(addressWith(query)).toBe(BASE + query)
})

it('leaves a password that looks like a parameter as it is', () => {
  const address = 'postgresql://ada:&sslmode=require@db.example.org/gatehouse'
  expect(loadSettings({ DATABASE_URL: address }).databaseUrl).toBe(address)
})
