import { findAvatarIds, findEmails, findNamedRows } from '@/lib/audit/audit-names.store'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { describeDevice } from '@/lib/i18n/describe-device'
import { avatarUrl } from '@/lib/platform/avatar-url'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { can, type Principal } from '@/lib/platform/request-context'

/** What a record was about, in words. */
export interface TargetName {
  /** Null where it has no name, or none that the reader may see. */
  name: string | null
  /** Whether it still exists. */
  exists: boolean
}

/** The names behind the ids of some records. */
export interface RecordNames {
  /** E-mail addresses by user id. */
  people: ReadonlyMap<string, string>
  /** The pictures of those who acted, by user id, as far as the reader may see them. */
  avatars: ReadonlyMap<string, string>
  targetOf(record: AuditRecord): TargetName
}

type NamedType = keyof typeof findNamedRows

/**
 * Names the people and targets of records for a reader of the audit trail, with one query for each
 * type of target. What strangers wrote by the contact form is named only to readers who may open
 * it, and pictures are shown to readers of users.
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
  return new Map(
    rows.map(({ id, name }) => [id, type === 'session' && name ? describeDevice(name) : name]),
  )
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
 * What the record itself says: the name of something that was deleted, or the address that was
 * typed.
 */
function nameInDetails(details: Record<string, unknown>): string | null {
  const { before, after } = details as Record<string, { name?: unknown } | undefined>
  const candidates = [details.name, details.title, before?.name, after?.name, details.email]
  return candidates.find((name): name is string => typeof name === 'string') ?? null
}

function idsIn(
  records: readonly AuditRecord[],
  types: readonly string[],
  { actors = false } = {},
): string[] {
  const ids = records.flatMap(({ actor_id, target_type, target_id }) => [
    actors ? actor_id : null,
    target_type !== null && types.includes(target_type) ? target_id : null,
  ])
  return [...new Set(ids.filter((id) => id !== null && isId(id)))] as string[]
}
