import { recordAudits } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/live/publish-live'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { KeptRequest } from '@/lib/platform/kept-request'
import { lockCatalog } from '@/lib/rbac/catalog.store'
import { readGrants } from '@/lib/rbac/grants.store'
import { findTakenEmails } from '@/lib/registration/unconfirmed.store'
import { insertImportedUsers, insertRolesOf } from '@/lib/user-import/imported-user.store'
import { judgeBatch, type GoodRow } from '@/lib/user-import/judge-batch'
import type { BadRow } from '@/lib/user-import/judge-row'
import { deleteRows, listRowsAfter, refuseRows } from '@/lib/user-import/user-import-row.store'
import { holdImport, writeProgress, type ImportRow } from '@/lib/user-import/user-import.store'
import { maskEmail } from '@/lib/users/mask-email'

const BATCH = 100
/** How long a dry run can be imported. */
const KEEP_ROWS_SECONDS = 86_400

/**
 * Works off the next rows of an import: one transaction makes the users, deletes or marks their rows, puts each on record and moves
 * the progress, so that a worker that dies has done all of a batch or nothing. It holds the import, so that of two workers one goes on,
 * and the catalog's lock, so that what the actor may is true until the commit. False when there is nothing (more) to do here.
 */
export function importBatch(importId: string, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    await lockCatalog(tx)
    const held = await holdImport(tx, importId)
    if (!held) return false
    const actor = await readGrants(tx, held.actorId)
    if (actor?.status !== 'active') return stop(tx, held, 'actor_not_active', now)
    if (!actor.permissions.has('users:activate')) return stop(tx, held, 'permission_lost', now)
    const rows = await listRowsAfter(tx, importId, { after: held.processed, limit: BATCH })
    const able = { holds: actor.permissions, held: held.actorHeld }
    const { good, bad, lost } = await judgeBatch(tx, rows, able)
    if (lost) return stop(tx, held, 'permission_lost', now)
    const made = held.dryRun ? await pretend(tx, good) : await makeUsers(tx, held, good, now)
    const invitable = good.filter(({ row, user }) => made.has(row) && isInvitable(user)).length
    const refused = [...bad, ...good.filter(({ row }) => !made.has(row)).map(taken)]
    await refuseRows(tx, importId, refused)
    if (!held.dryRun) await deleteRows(tx, importId, [...made])
    const progress = {
      processed: rows.at(-1)?.row ?? held.total,
      created: held.created + made.size,
      refused: held.refused + refused.length,
      withoutPassword: held.withoutPassword + invitable,
    }
    return progress.processed < held.total ? goOn(tx, held, progress, now) : finish(tx, held, progress, now)
  })
}

/** Ends an import before its end, with what was done until now: the code says why. */
export function stopImport(importId: string, because: string, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    const held = await holdImport(tx, importId)
    return held ? stop(tx, held, because, now) : false
  })
}

type Progress = Pick<ImportRow, 'processed' | 'created' | 'refused' | 'withoutPassword'>

const isInvitable = ({ passwordHash, status }: GoodRow['user']) =>
  passwordHash === null && status !== 'deactivated'

/** The rows that would become users now. */
async function pretend(tx: Tx, good: readonly GoodRow[]): Promise<Set<number>> {
  const taken = await findTakenEmails(
    tx,
    good.map(({ user }) => user.email),
  )
  return new Set(good.filter(({ user }) => !taken.has(user.email)).map(({ row }) => row))
}

async function makeUsers(tx: Tx, held: ImportRow, good: readonly GoodRow[], now: Date): Promise<Set<number>> {
  const wanted = good.map((one) => ({ ...one, id: newId() }))
  const ids = await insertImportedUsers(
    tx,
    wanted.map(({ id, user }) => ({ id, ...user })),
    { importId: held.id, now },
  )
  const made = wanted.filter(({ id }) => ids.has(id))
  await insertRolesOf(
    tx,
    made.flatMap(({ id, roles }) => roles.map((role) => ({ userId: id, roleId: role.id }))),
  )
  const entries = made.map(({ id, user, roles }) => ({
    action: 'user.imported',
    outcome: 'ok' as const,
    actorId: held.actorId,
    targetType: 'user',
    targetId: id,
    details: {
      email: maskEmail(user.email),
      status: user.status,
      roles: roles.map(({ name }) => name),
      with_password: user.passwordHash !== null,
      import_id: held.id,
    },
  }))
  // Once for all of them: open pages read the list, not one user after the other.
  if (made.length > 0)
    await publishPatch(tx, { permission: 'users:list' }, { target: 'users', op: 'invalidate' })
  await recordAudits(tx, { ...(held.request as unknown as KeptRequest), now }, entries)
  return new Set(made.map(({ row }) => row))
}

async function goOn(tx: Tx, { id }: ImportRow, progress: Progress, now: Date): Promise<boolean> {
  await writeProgress(tx, id, { ...progress, status: 'running', now })
  return true
}

async function finish(tx: Tx, held: ImportRow, progress: Progress, now: Date): Promise<boolean> {
  const runnable = held.dryRun && progress.created > 0
  const rowsKeptUntil = runnable ? addSeconds(now, KEEP_ROWS_SECONDS) : null
  await writeProgress(tx, held.id, { ...progress, status: 'completed', rowsKeptUntil, now })
  await record(tx, held, { ...progress, reason: null }, now)
  return false
}

async function stop(tx: Tx, held: ImportRow, because: string, now: Date): Promise<boolean> {
  const { processed, created, refused, withoutPassword } = held
  const progress = { processed, created, refused, withoutPassword }
  await writeProgress(tx, held.id, { ...progress, status: 'stopped', stoppedBecause: because, now })
  await record(tx, held, { ...progress, reason: because }, now)
  return false
}

function record(tx: Tx, held: ImportRow, done: Progress & { reason: string | null }, now: Date) {
  const { reason, processed, created, refused } = done
  const counts = { processed, created, refused }
  return recordAudits(tx, { ...(held.request as unknown as KeptRequest), now }, [
    {
      action: reason === null ? 'user_import.finished' : 'user_import.stopped',
      outcome: reason === null ? 'ok' : 'refused',
      actorId: held.actorId,
      targetType: 'user_import',
      targetId: held.id,
      details: { dry_run: held.dryRun, total: held.total, ...counts, ...(reason !== null && { reason }) },
    },
  ])
}

const taken = ({ row }: GoodRow): BadRow => ({
  row,
  value: null,
  column: 'email',
  code: 'email_taken',
  detail: 'Another account has this email address.',
})
