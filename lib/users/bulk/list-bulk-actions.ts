import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { listPage, listPageById, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { type BulkRow, findBulkRow, listBulkRows } from '@/lib/users/bulk/bulk-action.store'
import {
  type BulkOutcome,
  type BulkPerson,
  type BulkUserRow,
  listBulkUserRows,
  readBulkPeople,
} from '@/lib/users/bulk/bulk-user.store'

/** One page of the bulk actions of all users, without drafts, newest first; needs `users:list`. */
export async function listBulkActions(
  page: PageRequest,
): Promise<Outcome<{ bulks: BulkRow[]; nextCursor: string | null }>> {
  const listed = await listPageById('bulk actions', page, (by) => listBulkRows(db(), by))
  return listed.ok ? { ok: true, bulks: listed.rows, nextCursor: listed.nextCursor } : listed
}

/**
 * A bulk action and its progress; needs `users:list`. Drafts are visible only to their creator.
 * Refuses `not_found`.
 */
export async function getBulkAction(
  actor: Principal,
  id: string,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const bulk = isId(id) ? await findBulkRow(db(), id) : null
  const hidden = bulk?.status === 'draft' && bulk.actorId !== actor.userId
  return bulk && !hidden ? { ok: true, bulk } : refuse('not_found')
}

/** One page of a bulk action's users with their outcomes, in order. */
export async function listBulkUsers(
  bulk: BulkRow,
  { outcome, ...page }: PageRequest & { outcome?: BulkOutcome | 'waiting' },
): Promise<Outcome<{ users: BulkUserRow[]; nextCursor: string | null }>> {
  const list = {
    name: `users of bulk action ${bulk.id}`,
    placeOf: ({ position }: BulkUserRow) => [String(position)],
  }
  const listed = await listPage(list, page, ({ after, limit }) =>
    listBulkUserRows(db(), { bulkId: bulk.id, outcome, after: Number(after?.[0] ?? 0), limit }),
  )
  return listed.ok ? { ok: true, users: listed.rows, nextCursor: listed.nextCursor } : listed
}

/** The first refused users of a bulk action, with their names. */
export async function listFirstRefused(
  bulk: BulkRow,
  most: number,
): Promise<{ person: BulkPerson; code: string }[]> {
  const rows = await listBulkUserRows(db(), {
    bulkId: bulk.id,
    outcome: 'refused',
    after: 0,
    limit: most,
  })
  const people = await readBulkPeople(
    db(),
    rows.map(({ userId }) => userId),
  )
  return rows.flatMap(({ userId, code }) => {
    const person = people.get(userId)
    return person ? [{ person, code: code ?? '' }] : []
  })
}
