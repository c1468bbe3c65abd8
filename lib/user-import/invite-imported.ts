import { recordAudit } from '@/lib/audit/record-audit'
import { keptRequestOf } from '@/lib/platform/kept-request'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { administer } from '@/lib/rbac/administer'
import { findVisibleImport } from '@/lib/user-import/find-visible-import'
import { insertInvitations } from '@/lib/user-import/import-invitations.store'
import { queueInvitationWork } from '@/lib/user-import/import-jobs'
import { presentImport, type PresentedImport } from '@/lib/user-import/present-import'
import { findImport } from '@/lib/user-import/user-import.store'

/**
 * Invites, in the background, everybody whom a finished import created without a password. Needs `users:activate`, as inviting one
 * person does. However often it is asked for, each person gets one mail: asking again changes nothing and answers how far it is.
 * Refuses `not_found` for an import that the actor may not know of, and `conflict` for one that has not finished, was a dry run, or
 * created nobody without a password.
 */
export async function inviteImported(
  actor: Principal,
  importId: string,
  ctx: RequestContext,
): Promise<Outcome<{ import: PresentedImport }>> {
  const found = await findVisibleImport(actor, importId)
  if (!found) return refuse('not_found')
  const { id } = found
  const audit = { action: 'user_import.invitations_requested', targetType: 'user_import', targetId: id }
  return administer(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    const request = { ...keptRequestOf(ctx) }
    const first = await insertInvitations(tx, { importId: id, actorId: actor.userId, request, now: ctx.now })
    const report = await findImport(tx, id)
    if (!report) return refuse('not_found')
    if (!report.invitations) return refuse('conflict', { detail: NOBODY })
    if (first) {
      await queueInvitationWork(tx, id, ctx.now)
      const details = { without_password: report.withoutPassword }
      await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId, details })
    }
    return { ok: true, import: presentImport(report) }
  })
}

const NOBODY =
  'There is no one to invite. Only a finished import that created users without a password has invitations to send.'
