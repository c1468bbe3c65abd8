import { startBackgroundWork } from '@/lib/access/start-background-work'
import { findGrants } from '@/lib/access/grants.store'
import type { AuditAttempt, AuditDetails } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import type { Tx } from '@/lib/platform/db/database'
import { type Outcome, refuse } from '@/lib/platform/problems'
import {
  isOperator,
  type OPERATOR,
  type SessionPrincipal,
  type RequestContext,
} from '@/lib/platform/request-context'
import { type PresentedImport, presentImport } from '@/lib/users/import/present-import'
import { queueImportWork } from '@/lib/users/import/user-import.jobs'
import { countUnfinished, findImport } from '@/lib/users/import/user-import.store'

/** The most imports that an actor can have in progress. */
const MAX_UNFINISHED = 3

/** Who may start an import: API keys may not. */
export type Importer = SessionPrincipal | typeof OPERATOR

export type Started = { ok: true; import: PresentedImport }

/**
 * Queues the work on an import; `queue` marks it as queued, with the permissions that the actor
 * holds. Refuses `conflict` if `queue` returns false, or the actor has three imports in progress.
 */
export function beginImport(
  actor: Importer,
  id: string,
  details: AuditDetails<'user_import.started'>,
  ctx: RequestContext,
  queue: (tx: Tx, held: string[]) => Promise<boolean>,
): Promise<Outcome<Started>> {
  const audit = { action: 'user_import.started', targetId: id, details } satisfies AuditAttempt
  return startBackgroundWork(ctx, { actor, permission: 'users:activate', audit }, async (tx) => {
    if ((await countUnfinished(tx, actor.userId)) >= MAX_UNFINISHED)
      return refuse('conflict', { detail: TOO_MANY })
    const held = isOperator(actor) ? null : await findGrants(tx, actor.userId)
    if (!(await queue(tx, [...(held?.permissions ?? [])])))
      return refuse('conflict', { detail: NOT_RUNNABLE })
    await queueImportWork(tx, id, ctx.now)
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: actor.userId })
    return { ok: true, import: presentImport((await findImport(tx, id))!) }
  })
}

const TOO_MANY = '3 of your imports are already running. Wait until one of them finishes.'
const NOT_RUNNABLE =
  'Only a finished dry run with at least one accepted row can be imported, once and within 1 day. Send the file again.'
