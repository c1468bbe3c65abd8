import type { AuditDetails } from '@/lib/audit/audit-actions'
import { recordAudits } from '@/lib/audit/record-audit'
import {
  discardLinksShownSince,
  stopBulkActionsSince,
  stopImportsSince,
  stopInvitationsSince,
} from '@/lib/identity/sessions/planted-work.store'
import { cancelNotificationsSince } from '@/lib/messaging/notifications/notifications'
import type { Tx } from '@/lib/platform/db/database'
import type { AuditContext } from '@/lib/platform/request-context'

/** How much was ended, as audited. */
type EndedWork = Pick<
  AuditDetails<'session.disowned'>,
  'invitation_links_ended' | 'imports_stopped' | 'bulk_actions_stopped' | 'notifications_cancelled'
>

export const NO_WORK_ENDED: EndedWork = {
  invitation_links_ended: 0,
  imports_stopped: 0,
  bulk_actions_stopped: 0,
  notifications_cancelled: 0,
}

/**
 * Ends what a user began since then and what goes on without a session: copied invitation links, with
 * which an intruder would have another account, and imports, bulk actions, and notifications that run
 * in the background or are scheduled. The caller holds the user's row and ends the sessions in the same
 * transaction, before or after: whatever begins such work locks the row first (`checkCallerLive`), and
 * so is found here or refused. This can't deadlock with the jobs that hold these rows, because they
 * don't lock the user's.
 */
export async function endPlantedWork(
  tx: Tx,
  begun: { userId: string; since: Date },
  ctx: AuditContext,
): Promise<EndedWork> {
  return {
    invitation_links_ended: await discardLinksShownSince(tx, begun),
    imports_stopped: await stopImports(tx, begun, ctx),
    bulk_actions_stopped: await stopBulkActions(tx, begun, ctx),
    notifications_cancelled: await cancelNotificationsSince(tx, begun, ctx),
  }
}

const REASON = 'account_reclaimed'

async function stopImports(
  tx: Tx,
  begun: { userId: string; since: Date },
  ctx: AuditContext,
): Promise<number> {
  const stopping = { ...begun, because: REASON, now: ctx.now }
  const about = { outcome: 'refused', actorId: begun.userId } as const
  const imports = await stopImportsSince(tx, stopping)
  const invitations = await stopInvitationsSince(tx, stopping)
  await recordAudits(tx, ctx, [
    ...imports.map(({ id, dryRun, ...counts }) => ({
      ...about,
      action: 'user_import.stopped' as const,
      targetId: id,
      details: { ...counts, dry_run: dryRun, reason: REASON },
    })),
    ...invitations.map(({ importId, invited }) => ({
      ...about,
      action: 'user_import.invitations_stopped' as const,
      targetId: importId,
      details: { invited, reason: REASON },
    })),
  ])
  return imports.length + invitations.length
}

async function stopBulkActions(
  tx: Tx,
  begun: { userId: string; since: Date },
  ctx: AuditContext,
): Promise<number> {
  const stopped = await stopBulkActionsSince(tx, { ...begun, because: REASON, now: ctx.now })
  await recordAudits(
    tx,
    ctx,
    stopped.map(({ id, ...counts }) => ({
      action: 'bulk_action.stopped',
      outcome: 'refused',
      actorId: begun.userId,
      targetId: id,
      details: { ...counts, reason: REASON },
    })),
  )
  return stopped.length
}
