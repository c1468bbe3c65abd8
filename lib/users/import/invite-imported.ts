import { startBackgroundWork } from '@/lib/access/start-background-work'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { type Outcome, refuse } from '@/lib/platform/problems'
import {
  type SessionPrincipal,
  type RequestContext,
  toStoredRequest,
} from '@/lib/platform/request-context'
import { insertInvitations } from '@/lib/users/import/import-invitations.store'
import { findVisibleImport } from '@/lib/users/import/list-imports'
import { type PresentedImport, presentImport } from '@/lib/users/import/present-import'
import { queueInvitationWork } from '@/lib/users/import/user-import.jobs'
import { findImport } from '@/lib/users/import/user-import.store'

/**
 * Invites, in the background, all users that a finished import created without a password. Needs
 * `users:activate`, like inviting one user. However often it is called, each user gets one email:
 * later calls change nothing and return the progress, unless the invitations were stopped: then
 * they continue on behalf of the actor. Refuses `not_found` for an import that the actor cannot
 * see, and `conflict` for one that has not finished, was a dry run, or created no users without a
 * password.
 */
export async function inviteImported(
  actor: SessionPrincipal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: PresentedImport }>> {
  const found = await findVisibleImport(actor, importId, ctx)
  if (!found.ok) return found
  const { id } = found.import
  const audit = { action: 'user_import.invitations_requested', targetId: id } satisfies AuditAttempt
  return startBackgroundWork(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const request = { ...toStoredRequest(ctx) }
    const begun = await insertInvitations(tx, {
      importId: id,
      actorId: actor.userId,
      request,
      now: ctx.now,
    })
    const report = await findImport(tx, id)
    if (!report) return refuse('not_found')
    if (!report.invitations) return refuse('conflict', { detail: NOBODY_TO_INVITE })
    if (begun) {
      await queueInvitationWork(tx, id, ctx.now)
      const details = { without_password: report.withoutPassword }
      await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    }
    return { ok: true, import: presentImport(report) }
  })
}

const NOBODY_TO_INVITE =
  'There is no one to invite. Only a finished import that created users without a password has invitations to send.'
