import { z } from 'zod'
import type { SealedRow } from '@/lib/audit/audit-seal.store'
import { erasureOf } from '@/lib/audit/seal-macs'
import type { FirstBad } from '@/lib/audit/audit.responses'

/** What an erasure that is still to be found has to account for. */
interface Expected {
  /** Users whom all of the records are by or about. */
  users: string[]
  /** The places of the records by ID. */
  records: Map<string, number>
}

const listing = z.object({ records: z.array(z.string()).default([]) })

const erased = (recordId: string, seq: number): FirstBad => ({ fault: 'erased', seq, recordId })

/**
 * Finds records in an export that were erased without a later erasure of their actor or target, or
 * one that lists them.
 */
export class FileErasures {
  /** The user of each erasure by the ID of its record. */
  readonly #known = new Map<string, string | null>()
  readonly #expected = new Map<string, Expected>()

  /**
   * Notes a record; returns the fault if it is erased and its erasure is not known or to follow.
   */
  pass(row: SealedRow, seq: number): FirstBad | null {
    const erasure = erasureOf(row)
    if (erasure === null) return null
    if (row.action === 'audit.erased') return erased(row.id, seq)
    const users = [row.actor_id, row.target_id].filter((id) => id !== null)
    const known = this.#known.get(erasure)
    if (known !== undefined) {
      // An erasure lists only records that were sealed before it, so this one is not listed.
      const covered = row.id < erasure && known !== null && users.includes(known)
      return covered ? null : erased(row.id, seq)
    }
    const expected = this.#expected.get(erasure) ?? { users, records: new Map<string, number>() }
    expected.users = expected.users.filter((id) => users.includes(id))
    expected.records.set(row.id, seq)
    this.#expected.set(erasure, expected)
    return null
  }

  /**
   * Notes an erasure whose seal is valid; returns the fault if it does not account for a record.
   */
  found({ id, target_id: user, details }: SealedRow): FirstBad | null {
    const expected = this.#expected.get(id)
    this.#expected.delete(id)
    this.#known.set(id, user)
    if (!expected) return null
    const covers = user !== null && expected.users.includes(user)
    const listed = new Set(listing.parse(JSON.parse(details)).records)
    for (const [recordId, seq] of expected.records)
      if (!(covers && recordId < id) && !listed.has(recordId)) return erased(recordId, seq)
    return null
  }

  /** The first record whose erasure did not follow. */
  firstUnknown(): FirstBad | null {
    const [unknown] = this.#expected.values()
    const [first] = unknown?.records ?? []
    return first ? erased(...first) : null
  }
}
