import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { recordAudit } from '@/lib/audit/record-audit'
import { isStillAuthorizedForAll } from '@/lib/identity/still-authorized'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { type ExportFormat, fileStamp, type FileStream } from '@/lib/platform/export-file'
import { csvLines, jsonLines, listFile } from '@/lib/platform/export-list'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import { can, type Principal, type RequestContext } from '@/lib/platform/request-context'
import { listProfileFields, type ProfileField } from '@/lib/profile-fields/profile-fields'
import { readProfilesOf } from '@/lib/profile-fields/profile-values.store'
import { readableValues } from '@/lib/profile-fields/profile-values'
import { listUsers, type UserListRequest } from '@/lib/users/list-users'

const BATCH = 500
const NEEDED = ['users:list', 'users:read'] as const
const COLUMNS = [
  'id',
  'email',
  'email_verified',
  'name',
  'locale',
  'status',
  'roles',
  'mfa_enabled',
  'created_at',
  'updated_at',
  'last_sign_in_at',
] as const satisfies readonly (keyof ManagedUser)[]

export type ExportFilters = Omit<UserListRequest, 'cursor' | 'limit'>

/**
 * Exports users with the filters and the order of the list; needs `users:list` and `users:read`.
 * Service accounts are only in it if the filter asks for them: the file can be imported, and they
 * can't. The export is audited before any data is sent. When the actor loses the session or a
 * permission meanwhile, no further batch is sent: the stream throws, so that the file is visibly
 * truncated. Contains no password hashes or two-step secrets.
 */
export async function exportUsers(
  actor: Principal,
  asked: { format: ExportFormat; filters: ExportFilters },
  ctx: RequestContext,
): Promise<Outcome<{ file: FileStream }>> {
  const missing = NEEDED.find((permission) => !can(actor, permission))
  if (missing) return refuse('insufficient_permission', { requiredPermission: missing })
  const { format } = asked
  const filters = { ...asked.filters, kind: asked.filters.kind ?? 'person' }
  await recordAudit(db(), ctx, {
    action: 'users.exported',
    outcome: 'ok',
    actorId: actor.userId,
    details: { format, ...given(filters) },
  })
  const fields = await listProfileFields()
  const lines = format === 'csv' ? csv(fields) : ndjson(fields)
  const file = await listFile(`users-${fileStamp(ctx.now)}`, lines, {
    batches: batchesOf(filters),
    isAllowed: () => isStillAuthorizedForAll(actor, NEEDED, now()),
  })
  return { ok: true, file }
}

type ExportedUser = ManagedUser & { stored: unknown }

async function* batchesOf(filters: ExportFilters): AsyncGenerator<ExportedUser[]> {
  let cursor: string | null = null
  do {
    const page = await listUsers({ ...filters, limit: BATCH, ...(cursor !== null && { cursor }) })
    if (!page.ok) throw new RefusedError(page)
    const stored = await readProfilesOf(
      db(),
      page.users.map(({ id }) => id),
    )
    yield page.users.map((user) => ({ ...user, stored: stored.get(user.id) ?? {} }))
    cursor = page.nextCursor
  } while (cursor !== null)
}

function csv(fields: readonly ProfileField[]) {
  const columns = [...COLUMNS, ...fields.map(({ key }) => `fields.${key}`)]
  return csvLines(columns, (user: ExportedUser) => {
    const profile = readableValues(fields, user.stored, 'administrators')
    // Roles share one cell, in the format that imports accept.
    return [
      ...COLUMNS.map((column) => (column === 'roles' ? user.roles.join('|') : user[column])),
      ...fields.map(({ key }) => profile[key] ?? null),
    ]
  })
}

function ndjson(fields: readonly ProfileField[]) {
  return jsonLines(({ version: _, stored, ...user }: ExportedUser) => ({
    ...user,
    fields: readableValues(fields, stored, 'administrators'),
  }))
}

function given(filters: ExportFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}
