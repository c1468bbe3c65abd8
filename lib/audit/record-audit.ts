import type { AuditOutcome } from '@/lib/audit/audit.schemas'
import { insertAuditRecords } from '@/lib/audit/audit.store'
import { type CountedEvent, countEventOnCommit } from '@/lib/platform/counters'
import type { Db } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

type Detail = string | number | boolean | null | string[]

/**
 * A security-relevant act. `details` holds no secret and nothing a person typed beyond what the act
 * is about.
 */
export interface AuditEntry {
  /** `resource.act` in the past tense, for example `openSession.created`. */
  action: string
  outcome: AuditOutcome
  actorId?: string | null
  targetType?: string
  targetId?: string | null
  /** One level of nesting: `before` and `after` of what was changed. */
  details?: Record<string, Detail | Record<string, Detail>>
}

/**
 * As what metrics count an act beside the trail. A code that was refused in the settings is no
 * sign-in.
 */
function counterFor({ action, details }: AuditEntry): CountedEvent | null {
  if (action === 'session.refused') return 'sign_in_failure'
  if (action === 'mfa.code_refused') return details?.during === 'sign_in' ? 'sign_in_failure' : null
  return action === 'refresh_token.reused' ? 'refresh_token_reuse' : null
}

/** Writes an audit record, in the transaction of the act when `db` is one. */
export function recordAudit(db: Db, ctx: RequestContext, entry: AuditEntry): Promise<void> {
  return recordAudits(db, ctx, [entry])
}

/** The same for many acts of one moment. */
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
