import { describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { isUniqueViolation } from '@/lib/platform/db/database-errors'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

describe('a unique violation', () => {
  it.each([
    [
      'in SQL',
      (id: string, email: string) =>
        db().$executeRaw`UPDATE users SET email = ${email} WHERE id = ${id}::uuid`,
    ],
    [
      'through the model',
      (id: string, email: string) => db().user.update({ where: { id }, data: { email } }),
    ],
  ])('is distinguished from other errors, written %s', async (_, write) => {
    const [taken, user] = [await insertUser(), await insertUser()]
    const fault = await write(user.id, taken.email).then(
      () => null,
      (error: unknown) => error,
    )
    expect(isUniqueViolation(fault)).toBe(true)
    const other = await db().$executeRaw`SELECT 1/0`.catch((error: unknown) => error)
    expect(isUniqueViolation(other)).toBe(false)
  })
})
