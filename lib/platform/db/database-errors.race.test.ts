import { describe, expect, it } from 'vitest'
import { database, db } from '@/lib/platform/db/database'
import { isDatabaseAway, isUniqueViolation } from '@/lib/platform/db/database-errors'
import { inTransaction } from '@/lib/platform/db/transaction'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const thrown = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('nothing was thrown')
    },
    (error: unknown) => error,
  )

describe('a statement that PostgreSQL canceled because it took too long', () => {
  it('means that the database is too busy, however Prisma was called', async () => {
    const holder = await database().pool.connect()
    await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
    const waiting = [
      db().user.updateMany({ data: { name: 'x' } }),
      db().user.findFirst(),
      db().$executeRaw`UPDATE users SET name = 'x'`,
      inTransaction((tx) => tx.$queryRaw`SELECT * FROM users`),
    ]
    const errors = await Promise.all(waiting.map(thrown)).finally(async () => {
      await holder.query('ROLLBACK')
      holder.release()
    })
    for (const error of errors) expect([isDatabaseAway(error), error]).toEqual([true, error])
  })
})

it('a unique violation does not mean that the database is unavailable', async () => {
  const { email } = await insertUser()
  const error = await thrown(insertUser({ email }))
  expect([isUniqueViolation(error), isDatabaseAway(error)]).toEqual([true, false])
})
