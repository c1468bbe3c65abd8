import type { AuditDetails } from '@/lib/audit/audit-actions'
import { MOST_ENDED_RECORDED, recordAudits } from '@/lib/audit/record-audit'
import {
  discardLinksShownSince,
  stopBulkActionsSince,
  stopImportsSince,
  stopInvitationsSince,
} from '@/lib/identity/sessions/planted-work.store'
import { cancelNotifications } from '@/lib/messaging/notifications/cancel-notifications'
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

/** What to end, and the reason code. */
interface Ending {
  userId: string
  /** Who ends it, as audited. Null is the operator of the server. */
  actorId: string | null
  since: Date
  /** Whether to cancel notifications created with keys that the user made for service accounts. */
  throughKeys: boolean
  because: 'account_reclaimed' | 'actor_not_active'
}

/**
 * Ends what a user began since then and what goes on without a session: copied invitation links,
 * with which an intruder would have another account, and imports, bulk actions, and notifications
 * that run in the background or are scheduled. The caller holds the locks of `lockPlantedAccess`
 * and then of the user's row (lib/identity/account/account-locks.store.ts). It ends the sessions in
 * the same transaction, before or after: whatever begins such work locks the row first
 * (`checkCallerLive`), and so is found here or refused. This can't deadlock with the jobs of
 * imports and bulk actions, because they don't lock the user's row while they hold these.
 */
export async function endPlantedWork(
  tx: Tx,
  begun: { userId: string; since: Date },
  ctx: AuditContext,
): Promise<EndedWork> {
  const by = { ...begun, actorId: begun.userId } as const
  return endWork(tx, { ...by, throughKeys: true, because: 'account_reclaimed' }, ctx)
}

/**
 * Ends all work of a user who is no longer active: none of it goes on if the account is activated.
 * Keys that the user created for service accounts stay valid, and so does what was sent with them.
 * The caller holds the locks of `lockBeforeClosing` and then of the user's row. Null as `actorId`
 * is the operator of the server.
 */
export async function endWorkOf(
  tx: Tx,
  of: { userId: string; actorId: string | null },
  ctx: AuditContext,
): Promise<Partial<EndedWork>> {
  const by = {
    ...of,
    since: new Date(0),
    throughKeys: false,
    because: 'actor_not_active',
  } as const
  const ended = Object.entries(await endWork(tx, by, ctx)).filter(([, count]) => count > 0)
  return Object.fromEntries(ended)
}

async function endWork(tx: Tx, by: Ending, ctx: AuditContext): Promise<EndedWork> {
  return {
    invitation_links_ended: await discardLinksShownSince(tx, by),
    imports_stopped: await stopImports(tx, by, ctx),
    bulk_actions_stopped: await stopBulkActions(tx, by, ctx),
    notifications_cancelled: await cancelNotifications(tx, by, ctx),
  }
}

async function stopImports(tx: Tx, by: Ending, ctx: AuditContext): Promise<number> {
  const stopping = { ...by, now: ctx.now }
  const about = { outcome: 'refused', actorId: by.actorId } as const
  const imports = await stopImportsSince(tx, stopping)
  const invitations = await stopInvitationsSince(tx, stopping)
  await recordAudits(tx, ctx, [
    ...imports.slice(0, MOST_ENDED_RECORDED).map(({ id, dryRun, ...counts }) => ({
      ...about,
      action: 'user_import.stopped' as const,
      targetId: id,
      details: { ...counts, dry_run: dryRun, reason: by.because },
    })),
    ...invitations.slice(0, MOST_ENDED_RECORDED).map(({ importId, invited }) => ({
      ...about,
      action: 'user_import.invitations_stopped' as const,
      targetId: importId,
      details: { invited, reason: by.because },
    })),
  ])
  return imports.length + invitations.length
}

async function stopBulkActions(tx: Tx, by: Ending, ctx: AuditContext): Promise<number> {
  const stopped = await stopBulkActionsSince(tx, { ...by, now: ctx.now })
  await recordAudits(
    tx,
    ctx,
    stopped.slice(0, MOST_ENDED_RECORDED).map(({ id, ...counts }) => ({
      action: 'bulk_action.stopped',
      outcome: 'refused',
      actorId: by.actorId,
      targetId: id,
      details: { ...counts, reason: by.because },
    })),
  )
  return stopped.length
}
