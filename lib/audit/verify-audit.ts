import { z } from 'zod'
import { findEmails } from '@/lib/audit/audit-names.store'
import { type ChainFault, chainFaults } from '@/lib/audit/audit.responses'
import type { BeforeBatch } from '@/lib/audit/find-unsealed'
import { type AuditRow, listAuditRows } from '@/lib/audit/audit.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { shareVerification, type StillWanted } from '@/lib/audit/share-verification'
import { type ChainReport, readChainHead, verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { db } from '@/lib/platform/db/database'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'

/**
 * Verifies the chain of seals, and audits that along with the result. `head` comes from an earlier
 * report. For a request, `isWanted` is asked again and again, and the walk is shared and limited
 * (share-verification.ts). Null: at the command line, which has no limit.
 */
export async function verifyAudit(
  input: { head?: string },
  actor: Pick<Actor, 'userId'>,
  ctx: RequestContext,
  isWanted: StillWanted | null,
): Promise<Outcome<{ report: ChainReport }>> {
  const head = input.head === undefined ? undefined : readChainHead(input.head)
  if (head === null) return refuse('validation_failed', { errors: [BAD_HEAD] })
  const walk = (beforeBatch?: BeforeBatch) => verifyAuditChain(ctx.now, head, beforeBatch)
  const result = isWanted
    ? await shareVerification(input.head, walk, isWanted)
    : ({ ok: true, report: await walk() } as const)
  if (!result.ok) return result
  const { report } = result
  const { firstBad } = report
  await recordAudit(db(), ctx, {
    action: 'audit.verified',
    outcome: 'ok',
    actorId: actor.userId,
    details: {
      intact: firstBad === null,
      verified: report.verified,
      head: report.head,
      compared_with: input.head ?? null,
      fault: firstBad?.fault ?? null,
      bad_seq: firstBad?.seq ?? null,
      bad_record_id: firstBad?.recordId ?? null,
    },
  })
  return result
}

const BAD_HEAD = {
  pointer: '/head',
  code: 'invalid',
  detail: 'Enter a head of the chain in the form <seq>.<mac>.',
}

/** A past verification of the chain and its result. */
export interface Verification {
  recordId: string
  at: string
  /** The email address of the user who ran it; null if the account is gone, or on the server. */
  by: string | null
  verified: number
  head: string | null
  /** The head of an earlier verification that the chain was compared with. */
  comparedWith: string | null
  fault: ChainFault | null
  badSeq: number | null
  badRecordId: string | null
}

/** The newest verifications of the chain, newest first, read from the audit trail. */
export async function listVerifications(limit: number): Promise<Verification[]> {
  const rows = await listAuditRows(
    { action: 'audit.verified' },
    { limit, after: null, current: true },
  )
  const people = await findEmails(db(), [
    ...new Set(rows.flatMap(({ actor_id }) => actor_id ?? [])),
  ])
  return rows.map((row) => toVerification(row, people))
}

/** Verifications recorded before heads existed have fewer fields. */
const recorded = z.object({
  verified: z.int().catch(0),
  head: z.string().nullable().catch(null),
  compared_with: z.string().nullable().catch(null),
  fault: z.enum(chainFaults).nullable().catch(null),
  bad_seq: z.int().nullable().catch(null),
  bad_record_id: z.string().nullable().catch(null),
})

function toVerification(
  { id, occurred_at, actor_id, details }: AuditRow,
  people: Map<string, string>,
): Verification {
  const found = recorded.parse(details)
  return {
    recordId: id,
    at: occurred_at.toISOString(),
    by: (actor_id && people.get(actor_id)) ?? null,
    verified: found.verified,
    head: found.head,
    comparedWith: found.compared_with,
    fault: found.fault,
    badSeq: found.bad_seq,
    badRecordId: found.bad_record_id,
  }
}
