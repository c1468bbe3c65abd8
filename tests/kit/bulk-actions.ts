import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { runDueJobs } from '@/tests/kit/jobs'
import { testContext as ctx } from '@/tests/kit/test-context'
import type { BulkKind } from '@/lib/users/bulk/bulk-kinds'
import { type BulkSelection, draftBulkAction } from '@/lib/users/bulk/draft-bulk-action'
import { bulkActionJob } from '@/lib/users/bulk/bulk-action.jobs'
import { runBulkAction } from '@/lib/users/bulk/run-bulk-action'

/** A user with the permissions for every bulk action. */
export const reception = () => liveHolderOf('users:list', 'users:activate', 'users:role:change')

export const bulkOf = (id: string) => db().bulkAction.findUniqueOrThrow({ where: { id } })
export const usersOf = (bulkActionId: string) =>
  db().bulkActionUser.findMany({ where: { bulkActionId }, orderBy: { position: 'asc' } })
export const statusOf = async (id: string) =>
  (await db().user.findUniqueOrThrow({ where: { id } })).status

export async function drafted(
  actor: SessionPrincipal,
  kind: BulkKind,
  selection: BulkSelection,
  roles: string[] = [],
) {
  const result = await draftBulkAction(actor, { kind, selection, roles }, ctx())
  if (!result.ok) throw new Error(result.code)
  return result.bulk
}

export async function started(
  actor: SessionPrincipal,
  kind: BulkKind,
  userIds: string[],
  roles: string[] = [],
) {
  const { id } = await drafted(actor, kind, { userIds }, roles)
  const result = await runBulkAction(actor, id, ctx())
  if (!result.ok) throw new Error(result.code)
  return id
}

/** Runs the queued jobs except emails. */
export async function workOffBulks(at = new Date()) {
  while ((await runDueJobs([bulkActionJob], at)) > 0);
}
