import { expect, it } from 'vitest'
import type { Tx } from '@/lib/platform/db/database'
import { statementNames } from '@/lib/platform/db/statement-names'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const ids = (count: number) => Array.from({ length: count }, () => newId())

/** What the connection of the transaction keeps for statements that have a name. */
async function prepared(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<
    { statement: string }[]
  >`SELECT statement FROM pg_prepared_statements`
  return rows.map(({ statement }) => statement)
}

async function useLists(tx: Tx, count: number): Promise<void> {
  const now = new Date()
  await tx.user.findMany({ where: { id: { in: ids(count) } }, select: { id: true } })
  await tx.user.findMany({ where: { id: { notIn: ids(count) } }, include: { roles: true } })
  await tx.user.findMany({ where: { status: { in: Array(count).fill('active') } } })
  await tx.user.createMany({
    data: ids(count).map((id) => ({ id, email: `${id}@example.com`, status: 'active' as const })),
  })
  await tx.user.createManyAndReturn({
    data: ids(count).map((id) => ({ id, email: `${id}@example.com`, createdAt: now })),
  })
  await tx.user.updateMany({ where: { id: { in: ids(count) } }, data: { name: 'x' } })
  await tx.user.deleteMany({ where: { id: { in: ids(count) } } })
}

it('a connection keeps no plan for each length that a list can have', async () => {
  await inTransaction(async (tx) => {
    for (let count = 1; count <= 3; count++) await useLists(tx, count)
    const before = await prepared(tx)
    for (let count = 4; count <= 6; count++) await useLists(tx, count)
    expect((await prepared(tx)).filter((statement) => !before.includes(statement))).toEqual([])
  })
})

it('a connection keeps the plan of a statement that is repeated', async () => {
  await inTransaction(async (tx) => {
    const find = () => tx.user.findUnique({ where: { id: newId() }, include: { roles: true } })
    await find()
    const before = await prepared(tx)
    expect(before.filter((statement) => statement.includes('"public"."users"'))).not.toEqual([])
    await find()
    expect(await prepared(tx)).toEqual(before)
  })
})

it.each([
  'SELECT 1 WHERE id IN (SELECT a, b FROM c)',
  'SELECT 1 WHERE id IN ($1::uuid, $2::uuid)',
  'WITH budget AS (SELECT * FROM (VALUES ($1, true), ($2, false)) AS t) INSERT INTO "a" VALUES (1)',
  'INSERT INTO "a" ("b","c") VALUES ($1,CAST($2::text AS "d")) RETURNING "b", "c"',
])('%s, which has no other lengths, gets a name', (sql) => {
  const nameOf = statementNames()
  expect([nameOf({ sql }), nameOf({ sql: 'SELECT 1' }), nameOf({ sql })]).toEqual([
    's0',
    's1',
    's0',
  ])
})
