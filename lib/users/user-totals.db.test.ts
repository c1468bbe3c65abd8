import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listActivity } from '@/lib/audit/activity.store'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { database, db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { useTestDatabase } from '@/tests/kit/test-database'
import { listUserTotals } from '@/lib/users/overview.store'

useTestDatabase()

const MIGRATIONS = ['20261122080700_user_totals', '20261122080710_existing_user_totals']
const UNDO = `
  DROP FUNCTION users_total_insert, users_total_update, users_total_delete CASCADE;
  DROP TABLE user_totals, user_total_changes;
  ALTER TABLE activity_hours DROP COLUMN sign_ups, DROP COLUMN api_sign_ins;
  DELETE FROM activity_hours;
  DELETE FROM _prisma_migrations WHERE migration_name IN ('${MIGRATIONS.join("', '")}')`

it('an upgrade counts the existing users and keeps counting from then on', async () => {
  const { pool } = database()
  await pool.query(UNDO)
  const add = (status: string, invited: boolean, mfa: boolean) =>
    pool.query(
      `INSERT INTO users (id, email, status, created_at, invited_at, mfa_enabled_at)
        VALUES ($1, $2, $3::user_status, '2026-05-01T10:30:00Z', $4, $5)`,
      [
        newId(),
        `${newId()}@example.com`,
        status,
        invited ? new Date() : null,
        mfa ? new Date() : null,
      ],
    )
  await add('active', false, true)
  await add('active', true, false)
  await add('pending', false, false)
  expect(await applyMigrations(pool, join(process.cwd(), 'prisma/migrations'))).toEqual(MIGRATIONS)
  const totals = async () =>
    (await listUserTotals(db())).sort((a, b) => a.status.localeCompare(b.status))
  expect(await totals()).toEqual([
    { status: 'active', users: 2, withSecondFactor: 1 },
    { status: 'pending', users: 1, withSecondFactor: 0 },
  ])
  await add('pending', false, false)
  expect(await totals()).toMatchObject([{ users: 2 }, { users: 2 }])
  const from = new Date('2026-05-01T00:00:00Z')
  const [day] = await listActivity(db(), {
    unit: 'day',
    from,
    now: new Date('2026-05-02T00:00:00Z'),
  })
  expect(day).toMatchObject({ at: from, signUps: 3 })
})
