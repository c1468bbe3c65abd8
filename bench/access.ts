import pg from 'pg'
import { median } from '@/bench/statistics'
import { databaseAddress, seededId } from '@/bench/seeded-database'
import type { ServiceUnderTest } from '@/bench/service-under-test'
import { syncCatalog } from '@/lib/access/catalog'
import { findAccess } from '@/lib/access/find-access'
import { loadSettings } from '@/lib/config/settings'
import { deliver } from '@/lib/platform/bus/bus'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { openDatabase } from '@/lib/platform/db/database'
import { can } from '@/lib/platform/request-context'

const SMALL = { name: 'access_small', users: 1_000, roles: 10 }
const LARGE = { name: 'access_large', users: 1_000_000, roles: 10_000 }
const ROLES_EACH = 3
const PERMISSIONS_EACH = 5
const ROUNDS = 5
const WARM_UP = 300
const CHECKS = 700

type Size = typeof SMALL

/**
 * Resolves a user's permissions from the database and checks one, alternating between both sizes.
 * Microseconds each.
 */
export async function benchAccess({
  postgres,
  env,
}: ServiceUnderTest): Promise<{ small: number; large: number }> {
  loadSettings(env)
  for (const size of [SMALL, LARGE]) {
    await postgres.run(`CREATE DATABASE ${size.name}`)
    await seed(databaseAddress(postgres.url, size.name), size)
  }
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.small.push(await measure(databaseAddress(postgres.url, SMALL.name), SMALL))
    times.large.push(await measure(databaseAddress(postgres.url, LARGE.name), LARGE))
  }
  return { small: median(times.small), large: median(times.large) }
}

async function seed(url: string, size: Size): Promise<void> {
  const database = await openDatabase({ url })
  await applyMigrations(database.pool, 'prisma/migrations')
  await syncCatalog(new Date())
  await database.close()
  const client = new pg.Client(url)
  await client.connect()
  // One INSERT per table, without foreign key checks: the keys are correct by construction.
  for (const statement of [
    `SET session_replication_role = replica`,
    `ALTER TABLE user_roles DISABLE TRIGGER USER`,
    `INSERT INTO users (id, email, status, email_verified_at)
       SELECT ${seededId('1', 'n')}, 'person' || n || '@example.org', 'active', now() FROM generate_series(1, ${size.users}) n`,
    `INSERT INTO roles (id, name, name_key)
       SELECT ${seededId('2', 'n')}, 'role ' || n, 'role ' || n FROM generate_series(0, ${size.roles - 1}) n`,
    `INSERT INTO role_permissions (role_id, permission)
       SELECT ${seededId('2', 'n')}, p.name FROM generate_series(0, ${size.roles - 1}) n
       CROSS JOIN (SELECT name, row_number() OVER (ORDER BY name) - 1 AS place FROM permissions) p
       WHERE (p.place + n) % (SELECT count(*) FROM permissions) < ${PERMISSIONS_EACH}`,
    `INSERT INTO user_roles (user_id, role_id, user_status, user_created_at, user_email, user_name_key)
       SELECT u.id, ${seededId('2', `(n::bigint * 7919 + k) % ${size.roles}`)}, u.status, u.created_at, u.email, u.name_key
       FROM generate_series(1, ${size.users}) n JOIN users u ON u.id = ${seededId('1', 'n')}
       CROSS JOIN generate_series(1, ${ROLES_EACH}) k`,
    `ALTER TABLE user_roles ENABLE ALWAYS TRIGGER user_roles_copy_user`,
    `VACUUM ANALYZE`,
  ])
    await client.query(statement)
  await client.end()
}

/** Microseconds per check for users who are not cached. */
async function measure(url: string, { users }: Size): Promise<number> {
  const database = await openDatabase({ url })
  deliver({ type: 'resync' })
  // A step coprime to the number of users visits each once before any repeats.
  let n = Math.floor(Math.random() * users)
  const check = async () => {
    n = (n + 611_953) % users
    const access = await findAccess(`00000001-0000-7000-8000-${String(n + 1).padStart(12, '0')}`)
    if (!access || access.roles.length !== ROLES_EACH) throw new Error('unexpected seed data')
    return can(access, 'users:list')
  }
  for (let i = 0; i < WARM_UP; i++) await check()
  const start = performance.now()
  for (let i = 0; i < CHECKS; i++) await check()
  const taken = performance.now() - start
  await database.close()
  return (taken / CHECKS) * 1000
}
