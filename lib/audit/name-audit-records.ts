import { findAvatarIds, findEmails, findNamedRows } from '@/lib/audit/audit-names.store'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { avatarUrl } from '@/lib/platform/avatar-url'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { can, type Principal } from '@/lib/platform/request-context'
import { describeDevice } from '@/lib/platform/user-agent'

/** The display name of a record's target. */
export interface TargetName {
  /** Null if it has no name, or none that the viewer may see. */
  name: string | null
  /** Whether it still exists. */
  exists: boolean
}

/** The names for the ids in some records. */
export interface RecordNames {
  /** Email addresses by user id. */
  people: ReadonlyMap<string, string>
  /** The actors' pictures by user id, as far as the viewer may see them. */
  avatars: ReadonlyMap<string, string>
  targetOf(record: AuditRecord): TargetName
}

type NamedType = keyof typeof findNamedRows

/**
 * Finds the names of the users and targets of records for a viewer of the audit trail, with one
 * query for each target type. Contact messages from strangers are named only for viewers who may
 * open them, and pictures are shown only to viewers who may read users.
 */
export async function nameAuditRecords(
  records: readonly AuditRecord[],
  reader: Pick<Principal, 'permissions'>,
): Promise<RecordNames> {
  const types = (Object.keys(findNamedRows) as NamedType[]).filter(
    (type) => type !== 'contact' || can(reader, 'contacts:list'),
  )
  const [people, avatars, ...named] = await Promise.all([
    findEmails(db(), idsIn(records, ['user'], { actors: true })),
    can(reader, 'users:read')
      ? findAvatars(idsIn(records, [], { actors: true }))
      : new Map<string, string>(),
    ...types.map((type) => findNames(type, idsIn(records, [type]))),
  ])
  const found = new Map(types.map((type, index) => [type as string, named[index]!]))
  return { people, avatars, targetOf: (record) => targetOf(record, people, found) }
}

async function findAvatars(userIds: string[]): Promise<Map<string, string>> {
  const found = await findAvatarIds(db(), userIds)
  return new Map([...found].map(([userId, uploadId]) => [userId, avatarUrl(userId, uploadId)!]))
}

async function findNames(type: NamedType, ids: string[]): Promise<Map<string, string | null>> {
  const rows = ids.length > 0 ? await findNamedRows[type](db(), ids) : []
  return new Map(rows.map(({ id, name }) => [id, name && readable(type, name)]))
}

function readable(type: NamedType, name: string): string | null {
  if (type === 'session') return describeDevice(name)
  return type === 'webhook' ? hostOf(name) : name
}

/** Without path and query, which may contain a token. Null for anything but a URL. */
function hostOf(url: unknown): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : null
}

function targetOf(
  record: AuditRecord,
  people: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, ReadonlyMap<string, string | null>>,
): TargetName {
  const { target_type: type, target_id: id, details } = record
  if (type === 'permission') return { name: id, exists: false }
  const names = type === 'user' ? people : found.get(type ?? '')
  const exists = id !== null && names?.has(id) === true
  return { name: (id && names?.get(id)) ?? nameInDetails(details), exists }
}

/**
 * The name in the record itself: of something that was deleted, or the address that was entered.
 */
function nameInDetails(details: Record<string, unknown>): string | null {
  const { before, after } = details as Record<
    string,
    { name?: unknown; origin?: unknown } | undefined
  >
  const candidates = [details.name, details.title, before?.name, after?.name, details.email]
  const name = candidates.find((candidate) => typeof candidate === 'string')
  return name ?? hostOf(details.origin ?? after?.origin)
}

/** The user that an administrator acted as; null without an impersonation. */
export function onBehalfOf({ details }: Pick<AuditRecord, 'details'>): string | null {
  const { on_behalf_of: id } = details
  return typeof id === 'string' ? id : null
}

function idsIn(
  records: readonly AuditRecord[],
  types: readonly string[],
  { actors = false } = {},
): string[] {
  const ids = records.flatMap(({ actor_id, target_type, target_id, details }) => [
    actors ? actor_id : null,
    actors ? onBehalfOf({ details }) : null,
    target_type !== null && types.includes(target_type) ? target_id : null,
  ])
  return [...new Set(ids.filter((id) => id !== null && isId(id)))] as string[]
}
