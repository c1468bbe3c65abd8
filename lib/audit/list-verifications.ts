import { z } from 'zod'
import { listAuditRows, type AuditRow } from '@/lib/audit/audit-list.store'
import { findEmails } from '@/lib/audit/audit-names.store'
import { chainFaults } from '@/lib/audit/audit.schemas'
import type { ChainFault } from '@/lib/audit/verify-audit-chain'
import { db } from '@/lib/platform/db/database'

/** A check of the chain that was run, and what it found. */
export interface Verification {
  recordId: string
  at: string
  /** The e-mail address of who ran it; null when the account is gone. */
  by: string | null
  verified: number
  head: string | null
  /** The head of an earlier check that the chain was compared with. */
  comparedWith: string | null
  fault: ChainFault | null
  badSeq: number | null
  badRecordId: string | null
}

/** The newest checks of the chain, newest first, as the trail itself has them. */
export async function listVerifications(limit: number): Promise<Verification[]> {
  const rows = await listAuditRows({ action: 'audit.verified' }, { limit, after: null })
  const people = await findEmails(db(), [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))])
  return rows.map((row) => toVerification(row, people))
}

/** Checks that were recorded before heads were have less to tell. */
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
