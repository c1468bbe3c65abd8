import { lockCatalog } from '@/lib/access/catalog.store'
import { findGrants } from '@/lib/access/grants.store'
import { roleNameKey } from '@/lib/access/role.schemas'
import { findTakenEmails } from '@/lib/accounts/registration.store'
import { maskEmail } from '@/lib/accounts/user-fields'
import { recordAudits } from '@/lib/audit/record-audit'
import { replaceUnconfirmed } from '@/lib/identity/registration/erase-registrations'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import { addSeconds } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { problems } from '@/lib/platform/problems'
import type { StoredRequest } from '@/lib/platform/request-context'
import { holdProfileFields, type ProfileField } from '@/lib/profile-fields/profile-fields'
import type { ImportRowData } from '@/lib/users/import/import-columns'
import {
  findRoleGrants,
  insertImportedUsers,
  insertRolesOf,
  type RoleGrants,
} from '@/lib/users/import/imported-user.store'
import { deleteRows, listRowsAfter, refuseRows } from '@/lib/users/import/user-import-row.store'
import {
  type ImportRow,
  lockImportForUpdate,
  writeProgress,
} from '@/lib/users/import/user-import.store'
import {
  type InvalidRow,
  refusedValue,
  type RowFault,
  type RowUser,
  validateRow,
} from '@/lib/users/import/validate-row'
import { isVouchedFor } from '@/lib/users/import/vouching'

const BATCH = 100
/** How long a dry run can be imported. */
const KEEP_ROWS_SECONDS = 86_400

/**
 * Processes the next rows of an import. One transaction creates the users, deletes or marks their
 * rows, writes the audit entries and advances the progress, so that a crashed worker has done all
 * of a batch or nothing. It locks the import, so that only one of two workers continues, and the
 * role catalog, so that the actor's permissions do not change before the commit. Returns false when
 * nothing is left to process.
 */
export function importBatch(importId: string, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    await lockCatalog(tx)
    const held = await lockImportForUpdate(tx, importId)
    if (!held) return false
    const actor = await readImporter(tx, held)
    if ('stopped' in actor) return stopLockedImport(tx, held, actor.stopped, now)
    const rows = await listRowsAfter(tx, importId, { after: held.processed, limit: BATCH })
    const { good, bad, lost } = await validateBatch(tx, rows, actor)
    if (lost) return stopLockedImport(tx, held, 'permission_lost', now)
    const made = held.dryRun
      ? await simulateUsers(tx, good)
      : await createUsers(tx, held, good, { proven: actor.vouches, now })
    const accepted = good.filter(({ row }) => made.has(row))
    const refused = [...bad, ...good.filter(({ row }) => !made.has(row)).map(emailTaken)]
    await refuseRows(tx, importId, refused)
    if (!held.dryRun) await deleteRows(tx, importId, [...made])
    const processed = rows.at(-1)?.row ?? held.total
    const progress = {
      processed,
      created: held.created + made.size,
      refused: held.refused + refused.length,
      withoutPassword: held.withoutPassword + accepted.filter(isInvitable).length,
      ...countContents(held, accepted, processed - held.processed),
    }
    return progress.processed < held.total
      ? continueImport(tx, held, progress, now)
      : finishImport(tx, held, progress, now)
  })
}

/** The permissions that decide about the roles of rows. */
interface Importer {
  holds(permission: string): boolean
  /** Those the actor had when the import began. */
  held: readonly string[]
  /** Whether the addresses that the file calls verified count as proven. */
  vouches: boolean
}

/** The operator of the server has all permissions. `stopped` is the reason code. */
async function readImporter(
  tx: Tx,
  { actorId, actorHeld, uploadedById }: ImportRow,
): Promise<Importer | { stopped: string }> {
  if (actorId === null) return { holds: () => true, held: [], vouches: true }
  const actor = await findGrants(tx, actorId)
  if (actor?.status !== 'active') return { stopped: 'actor_not_active' }
  const { permissions } = actor
  if (!permissions.has('users:activate')) return { stopped: 'permission_lost' }
  const vouches = await isVouchedFor(tx, { actorId, uploadedById })
  return { holds: (name) => permissions.has(name), held: actorHeld, vouches }
}

/** Stops an import and keeps what was done so far; `because` is the reason code. */
export function stopImport(importId: string, because: string, now: Date): Promise<boolean> {
  return inTransaction(async (tx) => {
    const held = await lockImportForUpdate(tx, importId)
    return held ? stopLockedImport(tx, held, because, now) : false
  })
}

type Contents = Pick<ImportRow, 'counted' | 'verified' | 'withPassword' | 'withRoles'>
type Progress = Contents & Pick<ImportRow, 'processed' | 'created' | 'refused' | 'withoutPassword'>

const isInvitable = ({ user: { passwordHash, status } }: ValidRow) =>
  passwordHash === null && status !== 'deactivated'

/** What the accepted rows bring, with those of a batch of `size` rows. */
function countContents(held: Contents, accepted: readonly ValidRow[], size: number): Contents {
  const count = (has: (one: ValidRow) => boolean) => accepted.filter(has).length
  return {
    counted: held.counted + size,
    verified: held.verified + count(({ user }) => user.emailVerified),
    withPassword: held.withPassword + count(({ user }) => user.passwordHash !== null),
    withRoles: held.withRoles + count(({ roles }) => roles.some(isSpecial)),
  }
}

/** The rows that would create users now. */
async function simulateUsers(tx: Tx, good: readonly ValidRow[]): Promise<Set<number>> {
  const taken = await findTakenEmails(
    tx,
    good.map(({ user }) => user.email),
  )
  return new Set(good.filter(({ user }) => !taken.has(user.email)).map(({ row }) => row))
}

async function createUsers(
  tx: Tx,
  held: ImportRow,
  good: readonly ValidRow[],
  { proven, now }: { proven: boolean; now: Date },
): Promise<Set<number>> {
  const { actorId } = held
  const ctx = { ...(held.request as unknown as StoredRequest), now }
  const wanted = good.map((one) => ({ ...one, id: newId() }))
  await replaceUnconfirmed(tx, { emails: good.map(({ user }) => user.email), actorId }, ctx)
  const ids = await insertImportedUsers(
    tx,
    wanted.map(({ id, user }) => ({ id, ...user })),
    { importId: held.id, proven, now },
  )
  const made = wanted.filter(({ id }) => ids.has(id))
  await insertRolesOf(
    tx,
    made.flatMap(({ id, roles }) => roles.map((role) => ({ userId: id, roleId: role.id }))),
  )
  const entries = made.map(({ id, user, roles }) => ({
    action: 'user.imported' as const,
    outcome: 'ok' as const,
    actorId,
    targetId: id,
    details: {
      email: maskEmail(user.email),
      status: user.status,
      roles: roles.map(({ name }) => name),
      with_password: user.passwordHash !== null,
      import_id: held.id,
    },
  }))
  // One event for the whole batch: open pages reload the list once, not per user.
  if (made.length > 0)
    await publishPatch(tx, { permission: 'users:list' }, { target: 'users', op: 'invalidate' })
  await recordAudits(tx, ctx, entries)
  return new Set(made.map(({ row }) => row))
}

async function continueImport(
  tx: Tx,
  { id }: ImportRow,
  progress: Progress,
  now: Date,
): Promise<boolean> {
  await writeProgress(tx, id, { ...progress, status: 'running', now })
  return true
}

async function finishImport(
  tx: Tx,
  held: ImportRow,
  progress: Progress,
  now: Date,
): Promise<boolean> {
  const runnable = held.dryRun && progress.created > 0
  const rowsKeptUntil = runnable ? addSeconds(now, KEEP_ROWS_SECONDS) : null
  await writeProgress(tx, held.id, { ...progress, status: 'completed', rowsKeptUntil, now })
  await record(tx, held, { ...progress, reason: null }, now)
  return false
}

async function stopLockedImport(
  tx: Tx,
  held: ImportRow,
  because: string,
  now: Date,
): Promise<boolean> {
  const { processed, created, refused, withoutPassword } = held
  const progress = { processed, created, refused, withoutPassword, ...countContents(held, [], 0) }
  await writeProgress(tx, held.id, { ...progress, status: 'stopped', stoppedBecause: because, now })
  await record(tx, held, { ...progress, reason: because }, now)
  return false
}

function record(tx: Tx, held: ImportRow, done: Progress & { reason: string | null }, now: Date) {
  const { reason, processed, created, refused } = done
  const about = { actorId: held.actorId, targetId: held.id }
  const { dryRun: dry_run, total } = held
  const details = { dry_run, total, processed, created, refused }
  return recordAudits(tx, { ...(held.request as unknown as StoredRequest), now }, [
    reason === null
      ? { action: 'user_import.finished', outcome: 'ok', ...about, details }
      : {
          action: 'user_import.stopped',
          outcome: 'refused',
          ...about,
          details: { ...details, reason },
        },
  ])
}

const emailTaken = ({ row }: ValidRow): InvalidRow => ({
  row,
  value: null,
  column: 'email',
  code: 'email_taken',
  detail: problems.email_taken[2],
})

/** A row that can create a user. */
interface ValidRow {
  row: number
  user: RowUser
  roles: RoleGrants[]
}

const DEFAULT_ROLE = 'user'
const isSpecial = ({ name }: RoleGrants) => name !== DEFAULT_ROLE
const ROLE_PERMISSION = 'users:role:change'

/**
 * Validates rows, including the permissions of their roles: an import cannot grant permissions the
 * actor lacks. `lost` says that the actor had a permission when the import began and has lost it
 * since.
 */
async function validateBatch(
  tx: Tx,
  rows: readonly ImportRowData[],
  actor: Importer,
): Promise<{ good: ValidRow[]; bad: InvalidRow[]; lost: boolean }> {
  const fields = await holdProfileFields(tx)
  const validated = rows.map((stored) => ({
    stored,
    row: stored.row,
    result: validateStoredRow(stored, fields),
  }))
  const names = validated.flatMap(({ result }) => (result.ok ? result.user.roles : []))
  const known = await findRoleGrants(tx, names)
  const good: ValidRow[] = []
  const bad: InvalidRow[] = []
  const missing = new Set<string>()
  for (const { stored, row, result } of validated) {
    if (!result.ok) {
      const { column, code, detail } = result
      bad.push({ row, value: valueOf(stored, column), column, code, detail })
      continue
    }
    const roles = result.user.roles.map((name) => known.get(roleNameKey(name)) ?? null)
    const fault = roles.includes(null)
      ? UNKNOWN_ROLE
      : checkRoles(roles as RoleGrants[], actor.holds, missing)
    if (fault) bad.push({ row, value: valueOf(stored, fault.column), ...fault })
    else good.push({ row, user: result.user, roles: roles as RoleGrants[] })
  }
  return { good, bad, lost: actor.held.some((name) => missing.has(name)) }
}

function validateStoredRow(
  { data, column, code, detail }: ImportRowData,
  fields: readonly ProfileField[],
): ReturnType<typeof validateRow> {
  if (code !== null) return { ok: false, column, code, detail: detail ?? '' }
  return validateRow(data ?? {}, fields)
}

/** The value to report for a row that was already refused. */
function valueOf({ data, value }: ImportRowData, column: RowFault['column']): string | null {
  return data === null ? value : refusedValue(column, data)
}

function checkRoles(
  roles: readonly RoleGrants[],
  holds: Importer['holds'],
  missing: Set<string>,
): RowFault | null {
  if (roles.some(isSpecial) && !holds(ROLE_PERMISSION)) {
    missing.add(ROLE_PERMISSION)
    return NO_ROLES
  }
  const beyond = roles.flatMap(({ permissions }) => permissions.filter((name) => !holds(name)))
  beyond.forEach((name) => missing.add(name))
  return beyond.length > 0 ? ESCALATION : null
}

const UNKNOWN_ROLE: RowFault = {
  column: 'roles',
  code: 'unknown_role',
  detail: 'There is no role with this name.',
}
const NO_ROLES: RowFault = {
  column: 'roles',
  code: 'insufficient_permission',
  detail: 'Assigning a role other than user requires users:role:change.',
}
const ESCALATION: RowFault = {
  column: 'roles',
  code: 'privilege_escalation',
  detail: 'The roles grant a permission you don’t have.',
}
