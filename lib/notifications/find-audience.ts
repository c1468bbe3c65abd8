import type { NotificationAudience } from '@/lib/notifications/notification-input'
import type { NewBatch } from '@/lib/notifications/notification.store'
import { findRoleByKey, findUnknownUsers } from '@/lib/notifications/recipients.store'
import type { Db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { roleNameKey } from '@/lib/rbac/role-name'

type FoundAudience = Pick<NewBatch, 'audience' | 'userIds' | 'roleId' | 'roleName'>

/** A refusal names so many unknown ids. */
const MAX_NAMED = 20

/** Who a notification is for. Refuses `validation_failed` for ids and roles that are not there; accounts that are not active are no fault. */
export async function findAudience(
  db: Db,
  to: NotificationAudience,
): Promise<Outcome<{ audience: FoundAudience }>> {
  const none = { userIds: [], roleId: null, roleName: null }
  if (to.user_ids !== undefined) {
    const unknown = await findUnknownUsers(db, to.user_ids)
    if (unknown.size > 0) return refuseUnknown(to.user_ids, unknown)
    return { ok: true, audience: { ...none, audience: 'users', userIds: [...new Set(to.user_ids)] } }
  }
  if (to.role !== undefined) {
    const role = await findRoleByKey(db, roleNameKey(to.role))
    if (!role) return refuse('validation_failed', { errors: [NO_ROLE] })
    return { ok: true, audience: { ...none, audience: 'role', roleId: role.id, roleName: role.name } }
  }
  if (!to.all) return refuse('validation_failed', { errors: [fieldError(['to'], 'one_audience')] })
  return { ok: true, audience: { ...none, audience: 'all' } }
}

function refuseUnknown(ids: readonly string[], unknown: ReadonlySet<string>) {
  const errors = ids
    .flatMap((id, at) => (unknown.has(id) ? [{ ...NO_USER, pointer: `/to/user_ids/${at}` }] : []))
    .slice(0, MAX_NAMED)
  return refuse('validation_failed', {
    errors,
    detail: `${unknown.size} of these users don’t exist. Nothing was sent.`,
  })
}

const NO_USER = { code: 'unknown_user', detail: 'There is no user with this ID.' }

const NO_ROLE = { pointer: '/to/role', code: 'unknown_role', detail: 'There is no role with this name.' }
