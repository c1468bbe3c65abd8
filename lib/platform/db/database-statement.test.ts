import { describe, expect, it } from 'vitest'
import { type Db, defineStatement, runStatement } from '@/lib/platform/db/database'

describe('a statement', () => {
  it('numbers each named value once and leaves casts alone', () => {
    const statement = defineStatement<{ id: string; now: Date }>(
      'example',
      `SELECT :id::uuid, :now::timestamptz, :id::uuid::text, 'a:b', a[1:2]`,
    )
    expect(statement).toEqual({
      name: 'example',
      text: `SELECT $1::uuid, $2::timestamptz, $1::uuid::text, 'a:b', a[1:2]`,
      order: ['id', 'now'],
    })
  })

  it('is not sent without one of its values', async () => {
    const statement = defineStatement<{ id?: string }>('example', 'SELECT :id::uuid')
    await expect(runStatement({} as Db, statement, {})).rejects.toThrow('example: no value for :id')
  })
})
