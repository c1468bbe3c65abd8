import { addSeconds } from '@/lib/platform/clock'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { runDueJobs } from '@/tests/kit/jobs'
import { testContext } from '@/tests/kit/test-context'
import { importInvitationsJob, userImportJob } from '@/lib/users/import/user-import.jobs'
import { getImport } from '@/lib/users/import/list-imports'
import type { PresentedImport } from '@/lib/users/import/present-import'
import { startImport } from '@/lib/users/import/start-import'

type Row = Record<string, unknown>

export const ndjsonOf = (rows: readonly Row[]) =>
  Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))

/** Uploads these rows as a file without processing them. */
export async function startRows(
  actor: SessionPrincipal,
  rows: readonly Row[],
  dryRun = false,
): Promise<PresentedImport> {
  const result = await startImport(
    actor,
    { format: 'ndjson', bytes: ndjsonOf(rows), dryRun },
    testContext(),
  )
  if (!result.ok) throw new Error(result.code)
  return result.import
}

/** Runs the import jobs that are due at `at`, and the jobs they queue. */
export async function workImports(at = addSeconds(new Date(), 1)): Promise<void> {
  while ((await runDueJobs([userImportJob, importInvitationsJob], at)) > 0);
}

/** Uploads and processes these rows. */
export async function importRows(
  actor: SessionPrincipal,
  rows: readonly Row[],
  dryRun = false,
): Promise<PresentedImport> {
  const { id } = await startRows(actor, rows, dryRun)
  await workImports()
  const found = await getImport(actor, id, testContext())
  if (!found.ok) throw new Error(found.code)
  return found.import
}
