import type { Command } from 'commander'
import { recordAudit } from '@/lib/audit/record-audit'
import { clockFrom } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Purge, purgeAll } from '@/lib/platform/jobs/define-job'
import type { RequestContext } from '@/lib/platform/request-context'
import { atDatabase } from '@/server/ctl/at-database'
import { printResult, tableLines } from '@/server/ctl/output'
import { purgeJobs } from '@/server/jobs'

/**
 * The most rows that a dry run counts per table: its deletions hold locks until they are undone.
 */
const COUNTED = 2000

interface Options {
  dryRun?: boolean
  json?: boolean
}

/** `purge`. */
export function addPurge(program: Command): void {
  program
    .command('purge')
    .description('delete expired rows now instead of within a day')
    .option('--dry-run', 'count them only')
    .action((_options, command: Command) => purge(command))
}

async function purge(command: Command): Promise<void> {
  const { dryRun = false, json = false } = command.optsWithGlobals<Options>()
  const deleted = await atDatabase((ctx) => purgeExpired(dryRun, ctx))
  const atLeast = Object.keys(deleted).filter((table) => dryRun && deleted[table]! >= COUNTED)
  const rows = Object.entries(deleted).map(([table, count]) => [
    table,
    `${count}${atLeast.includes(table) ? ' or more' : ''}`,
  ])
  const lines = tableLines([['Table', dryRun ? 'To delete' : 'Deleted'], ...rows])
  const result = dryRun ? { to_delete: deleted, at_least: atLeast } : { deleted }
  printResult({ json: { dry_run: dryRun, ...result }, lines }, json)
}

/**
 * Deletes what has expired, or counts it. Returns the number of rows by table. If a table fails,
 * what was deleted until then is recorded nonetheless.
 */
export async function purgeExpired(
  dryRun: boolean,
  ctx: RequestContext,
): Promise<Record<string, number>> {
  const tables = purgeJobs.flatMap(({ purges }) => Object.entries(purges))
  const deleted: Record<string, number> = {}
  if (dryRun) {
    for (const [table, run] of tables) deleted[table] = await countOnly(run, ctx.now)
    return deleted
  }
  const clock = clockFrom(ctx.now)
  const record = (details: { deleted: typeof deleted; failed_table?: string }) =>
    recordAudit(db(), ctx, { action: 'data.purged', outcome: 'ok', details })
  for (const [table, run] of tables) {
    deleted[table] = 0
    try {
      await purgeAll(run, clock, { onBatch: (count) => void (deleted[table]! += count) })
    } catch (error) {
      // Without a database there can be no record either. The command reports the first error.
      await record({ deleted, failed_table: table }).catch(() => undefined)
      throw error
    }
  }
  await record({ deleted })
  return deleted
}

/** Undoes the deletions that it counts. */
class Undo extends Error {}

async function countOnly(run: Purge, now: Date): Promise<number> {
  let count = 0
  await inTransaction(async (tx) => {
    count = await run(tx, now, COUNTED)
    throw new Undo()
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return count
}
