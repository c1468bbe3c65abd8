import type { AuditOutcome } from '@/lib/audit/audit.schemas'
import { insertAuditRecords } from '@/lib/audit/audit.store'
import { type CountedEvent, countEventOnCommit } from '@/lib/platform/counters'
import type { Db } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

type Detail = string | number | boolean | null | string[]

/**
 * A security-relevant action. `details` contains no secrets, and user input only as far as the
 * action is about it.
 */
export interface AuditEntry {
  /** `resource.act` in the past tense, for example `session.created`. */
  action: string
  outcome: AuditOutcome
  actorId?: string | null
  targetType?: string
  targetId?: string | null
  /** One level of nesting: `before` and `after` of a change. */
  details?: Record<string, Detail | Record<string, Detail>>
}

/**
 * The metric that counts an action in addition to the audit trail. A code refused in the settings
 * is not a sign-in failure.
 */
function counterFor({ action, details }: AuditEntry): CountedEvent | null {
  if (action === 'session.refused') return 'sign_in_failure'
  if (action === 'mfa.code_refused') return details?.during === 'sign_in' ? 'sign_in_failure' : null
  return action === 'refresh_token.reused' ? 'refresh_token_reuse' : null
}

/** Writes an audit record, in the transaction of the action if `db` is one. */
export function recordAudit(db: Db, ctx: RequestContext, entry: AuditEntry): Promise<void> {
  return recordAudits(db, ctx, [entry])
}

/** Writes audit records for several actions at the same time. */
export async function recordAudits(
  db: Db,
  ctx: Omit<RequestContext, 'deviceToken' | 'locale'>,
  entries: readonly AuditEntry[],
): Promise<void> {
  await insertAuditRecords(
    db,
    entries.map((entry) => ({
      occurredAt: ctx.now,
      ip: ctx.ip,
      userAgent: ctx.userAgent?.slice(0, 512) ?? null,
      requestId: ctx.requestId,
      ...entry,
      details: { surface: ctx.surface, ...entry.details },
    })),
  )
  for (const entry of entries) {
    const event = counterFor(entry)
    if (event) countEventOnCommit(db, event, ctx.surface)
  }
}
