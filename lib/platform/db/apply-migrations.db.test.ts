import { describe, expect, it } from 'vitest'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { database, db } from '@/lib/platform/db/database'
import { useTestDatabase } from '@/tests/kit/test-database'
import { allowUndeclaredRecords } from '@/tests/kit/undeclared-records'

useTestDatabase()

describe('migrations', () => {
  it('are not applied twice', async () => {
    expect(await applyMigrations(database().pool, 'prisma/migrations')).toEqual([])
  })

  it('make the database refuse to change, delete or truncate the audit log', async () => {
    allowUndeclaredRecords()
    await db().auditRecord.create({
      data: {
        id: '01890000-0000-7000-8000-000000000001',
        occurredAt: new Date(),
        action: 'a.b',
        outcome: 'ok',
      },
    })
    await expect(db().$executeRaw`UPDATE audit_records SET action = 'x'`).rejects.toThrow(
      /append-only/,
    )
    await expect(db().$executeRaw`DELETE FROM audit_records`).rejects.toThrow(/append-only/)
    await expect(db().$executeRaw`TRUNCATE audit_records`).rejects.toThrow(/append-only/)
    expect(await db().auditRecord.count()).toBe(1)
  })
})
