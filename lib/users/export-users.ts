import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { recordAudit } from '@/lib/audit/record-audit'
import { stillHolds } from '@/lib/identity/still-holds'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  csvLine,
  type ExportFormat,
  fileStamp,
  fileStream,
  type FileStream,
  primeStream,
} from '@/lib/platform/export-file'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import { can, type Principal, type RequestContext } from '@/lib/platform/request-context'
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
 * can't.
 * The export is audited before any data is sent. When the actor loses the session or a permission
 * meanwhile, no further batch is sent: the stream throws, so that the file is visibly truncated.
 * Contains no password hashes or two-step secrets.
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
  const batches = batchesOf(filters, actor)
  const chunks = await primeStream(format === 'csv' ? csv(batches) : ndjson(batches))
  return { ok: true, file: fileStream(`users-${fileStamp(ctx.now)}`, format, chunks) }
}

async function* batchesOf(filters: ExportFilters, actor: Principal): AsyncGenerator<ManagedUser[]> {
  let cursor: string | null = null
  do {
    for (const permission of NEEDED)
      if (!(await stillHolds(actor, permission, now())))
        throw new RefusedError(refuse('session_revoked'))
    const page = await listUsers({ ...filters, limit: BATCH, ...(cursor !== null && { cursor }) })
    if (!page.ok) throw new RefusedError(page)
    yield page.users
    cursor = page.nextCursor
  } while (cursor !== null)
}

async function* csv(batches: AsyncGenerator<ManagedUser[]>): AsyncGenerator<string> {
  let lead = csvLine(COLUMNS)
  for await (const users of batches) {
    yield lead + users.map(lineOf).join('')
    lead = ''
  }
}

function lineOf(user: ManagedUser): string {
  // Roles share one cell, in the format that imports accept.
  return csvLine(
    COLUMNS.map((column) => (column === 'roles' ? user.roles.join('|') : user[column])),
  )
}

async function* ndjson(batches: AsyncGenerator<ManagedUser[]>): AsyncGenerator<string> {
  for await (const users of batches)
    yield users.map(({ version: _, ...user }) => `${JSON.stringify(user)}\n`).join('')
}

function given(filters: ExportFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}
