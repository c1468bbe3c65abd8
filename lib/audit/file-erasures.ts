import { z } from 'zod'
import type { SealedRow } from '@/lib/audit/audit-seal.store'
import { erasureOf } from '@/lib/audit/seal-macs'
import type { FirstBad } from '@/lib/audit/verify-audit-chain'

/** What an erasure that is still to be found has to account for. */
interface Expected {
  /** Users whom all of the records are by or about. */
  users: string[]
  recordIds: string[]
  first: FirstBad
}

const listing = z.object({ records: z.array(z.string()).default([]) })

/** Finds records in an export that were erased without an erasure of them. */
export class FileErasures {
  /** The user of each erasure by the ID of its record. */
  readonly #known = new Map<string, string | null>()
  readonly #expected = new Map<string, Expected>()

  /** Whether the record is not erased, or its erasure is known or can still follow. */
  accountFor(row: SealedRow, seq: number): boolean {
    const erasure = erasureOf(row)
    if (erasure === null) return true
    const users = [row.actor_id, row.target_id].filter((id) => id !== null)
    const known = this.#known.get(erasure)
    // An erasure lists only records that were sealed before it, so this one is not listed.
    if (known !== undefined) return known !== null && users.includes(known)
    const expected = this.#expected.get(erasure)
    if (expected) {
      expected.users = expected.users.filter((id) => users.includes(id))
      expected.recordIds.push(row.id)
    } else {
      const first: FirstBad = { fault: 'erased', seq, recordId: row.id }
      this.#expected.set(erasure, { users, recordIds: [row.id], first })
    }
    return true
  }

  /** Notes an erasure whose seal is valid; returns the fault if it does not account for a record. */
  found({ id, target_id: user, details }: SealedRow): FirstBad | null {
    const expected = this.#expected.get(id)
    this.#expected.delete(id)
    this.#known.set(id, user)
    if (!expected || (user !== null && expected.users.includes(user))) return null
    const listed = new Set(listing.parse(JSON.parse(details)).records)
    return expected.recordIds.every((recordId) => listed.has(recordId)) ? null : expected.first
  }

  firstUnknown(): FirstBad | null {
    const [unknown] = this.#expected.values()
    return unknown?.first ?? null
  }
}
