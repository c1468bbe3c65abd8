import { type MockInstance, vi } from 'vitest'
import { db } from '@/lib/platform/db/database'

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/**
 * How many rows of `table` the first statement of `ask` reads. The statement runs twice; its second
 * run is rolled back.
 */
export async function rowsRead(table: string, ask: () => Promise<unknown>): Promise<number> {
  const [text, ...values] = await firstStatement(ask)
  const numbered = text.reduce((sql, part, n) => `${sql}$${n}${part}`)
  let read = 0
  await db()
    .$transaction(async (tx) => {
      const [row] = await tx.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${numbered}`,
        ...values,
      )
      read = rowsIn(row!['QUERY PLAN'][0].Plan, table)
      throw new Error('roll back')
    })
    .catch((error: Error) => {
      if (error.message !== 'roll back') throw error
    })
  return read
}

async function firstStatement(
  ask: () => Promise<unknown>,
): Promise<[TemplateStringsArray, ...unknown[]]> {
  const spies: MockInstance[] = [vi.spyOn(db(), '$queryRaw'), vi.spyOn(db(), '$executeRaw')]
  try {
    await ask()
    return spies.flatMap(({ mock }) => mock.calls)[0] as [TemplateStringsArray, ...unknown[]]
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

function rowsIn(node: PlanNode, table: string): number {
  const own =
    node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsIn(child, table), own)
}
