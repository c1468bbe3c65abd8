import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { database, db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { describeOnServer } from '@/tests/kit/describe-if'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const MIGRATION = '20261129020000_next_version_of_profile_fields'
/** The trigger as an earlier build created it. */
const UNDO = `
  DROP TRIGGER profile_fields_version ON profile_fields;
  CREATE TRIGGER profile_fields_version BEFORE UPDATE OF updated_at ON profile_fields
    FOR EACH ROW EXECUTE FUNCTION next_profile_field_version();
  DELETE FROM _prisma_migrations WHERE migration_name = '${MIGRATION}'`

/** Inserts a field as an instance that doesn't know the sequence. Returns its key and version. */
async function insertField(): Promise<{ key: string; version: number }> {
  const key = `field_${newId().replaceAll('-', '')}`
  const audience = { readableBy: 'administrators', writableBy: 'administrators' }
  const at = { createdAt: new Date(), updatedAt: new Date() }
  const label = { labelEn: 'City', labelTr: 'Şehir' }
  const shown = { type: 'text', ...label, ...audience, required: false, position: 1 }
  return db().profileField.create({ data: { key, ...shown, ...at, version: 1 } })
}
const changedVersion = async (key: string) =>
  (await db().profileField.update({ where: { key }, data: { updatedAt: new Date() } })).version
const migrate = () => applyMigrations(database().pool, join(process.cwd(), 'prisma/migrations'))

/** Gives a field the version that the sequence returns next, as a change did beside the upgrade. */
const NEXT_VERSION = `UPDATE profile_fields SET version = (
  SELECT last_value + is_called::int FROM profile_fields_version_seq) WHERE key = $1`

it('a field that an older instance creates has a version of its own', async () => {
  const versions = [(await insertField()).version, (await insertField()).version]
  expect(versions[1]).toBeGreaterThan(versions[0]!)
})

describeOnServer('after an upgrade', () => {
  beforeEach(() => database().pool.query(UNDO))

  it('a field keeps no version that the sequence had not returned', async () => {
    const { key } = await insertField()
    await database().pool.query(NEXT_VERSION, [key])
    const { version } = await db().profileField.findUniqueOrThrow({ where: { key } })
    expect(await migrate()).toEqual([MIGRATION])
    expect(await changedVersion(key)).toBeGreaterThan(version)
  })

  it('neither does a field that changed while the upgrade waited for the table', async () => {
    const { key } = await insertField()
    const older = new pg.Client(database().pool.options.connectionString)
    await older.connect()
    await older.query('BEGIN')
    await older.query(NEXT_VERSION, [key])
    const migrated = migrate()
    await lockWaiters(1)
    await older.query('COMMIT')
    await older.end()
    expect(await migrated).toEqual([MIGRATION])
    const { version } = await db().profileField.findUniqueOrThrow({ where: { key } })
    expect(await changedVersion(key)).toBeGreaterThan(version)
  })
})
