import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { OPERATOR } from '@/lib/platform/request-context'
import { MAX_IMPORT_BYTES } from '@/lib/platform/size-limits'
import { IMPORT_FORMATS, type ImportFormat } from '@/lib/users/import/import-columns'
import { displayFileName, formatOfFile } from '@/lib/users/import/import-file'
import { listFirstRefused, type RefusedRow } from '@/lib/users/import/list-imports'
import { type PresentedImport, presentImport } from '@/lib/users/import/present-import'
import { type ImportFile, startImport } from '@/lib/users/import/start-import'
import { userImportJob } from '@/lib/users/import/user-import.jobs'
import { findImport } from '@/lib/users/import/user-import.store'
import { atDatabase } from '@/server/ctl/at-database'
import { cannotRun, CommandError, requireAccepted } from '@/server/ctl/faults'
import { printResult } from '@/server/ctl/output'

/** The most refused rows that are reported. The dashboard and the API have all of them. */
const REPORTED = 1000

interface Options {
  format?: ImportFormat
  dryRun?: boolean
  json?: boolean
}

/** `import <file>`. */
export function addImport(program: Command): void {
  program
    .command('import')
    .description('create users from a file; exit code 1 if rows are rejected')
    .argument('<file>', 'CSV, JSON, or NDJSON: docs/import-users.md')
    .addOption(
      new Option('--format <format>', 'instead of the file name extension').choices(IMPORT_FORMATS),
    )
    .option('--dry-run', 'check every row without creating users')
    .action((file: string, _options, command: Command) => importFile(file, command))
}

async function importFile(path: string, command: Command): Promise<void> {
  const { format, dryRun = false, json = false } = command.optsWithGlobals<Options>()
  const bytes = readInput(path)
  const name = displayFileName(path)
  const file = { format: format ?? formatOfFile(basename(path), bytes), bytes, name, dryRun }
  const { report, refused } = await atDatabase(async (ctx) => {
    const { id } = requireAccepted(
      await startImport(OPERATOR, file satisfies ImportFile, ctx),
    ).import
    return { report: await finish(id), refused: await listFirstRefused(id, REPORTED) }
  })
  printResult(
    { json: { ...report, refused_rows: refused }, lines: describe(report, refused) },
    json,
  )
  if (report.status !== 'completed' || report.refused > 0) process.exitCode = 1
}

function readInput(path: string): Buffer {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: null }
  if (size === null) throw cannotRun('no_file', `There is no file ${path}.`)
  if (size > MAX_IMPORT_BYTES)
    throw new CommandError('payload_too_large', `${path} is larger than 10 MiB. Split it.`)
  return readFileSync(path)
}

/**
 * Works on the import until it has ended. A running service may do part of it, and continues it if
 * this process is interrupted.
 */
async function finish(id: string): Promise<PresentedImport> {
  for (;;) {
    await userImportJob.run({ import_id: id }, { id: newId(), attempt: 1, now: now() })
    const found = await findImport(db(), id)
    if (!found) throw cannotRun('import_gone', 'The import was deleted while it ran.')
    const report = presentImport(found)
    if (report.finished_at !== null) return report
    await sleep(100)
  }
}

function describe(report: PresentedImport, refused: readonly RefusedRow[]): string[] {
  const { dry_run: dryRun, created, total, refused: count, without_password: open } = report
  const more = count - refused.length
  return [
    dryRun
      ? `${created} of ${total} rows can be imported. Nothing was created.`
      : `Users created: ${created} of ${total}, without a password: ${open}.`,
    ...(report.stopped_because ? [`Stopped: ${report.stopped_because}.`] : []),
    ...refused.map(({ row, column, detail }) => `Row ${row}, ${column ?? 'all'}: ${detail}`),
    ...(more > 0
      ? [`${more} more rows are rejected: see import ${report.id} in the dashboard.`]
      : []),
  ]
}
