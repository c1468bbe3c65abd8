'use server'

import { z } from 'zod'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { accountLabel } from '@/lib/accounts/service-address'
import type { StatusMove } from '@/lib/accounts/user-status'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { bulkFilter } from '@/lib/users/bulk/bulk-action.schemas'
import { BULK_KINDS } from '@/lib/users/bulk/bulk-kinds'
import { draftBulkAction } from '@/lib/users/bulk/draft-bulk-action'
import { USER_ACTION_PERMISSIONS, type UserAction } from '@/lib/users/user-actions'
import { endUserSessions } from '@/lib/users/user-sessions'
import { defineAction } from '@/lib/web/define-action'
import type { ActionSuccess } from '@/lib/web/form-outcome'
import { listField } from '@/lib/web/list-field'
import { pagePath } from '@/lib/web/page-address'

const onList = { access: { permission: 'users:list' } } as const
const oneUser = z.object({ user_id: z.uuid() })

const moveUser = (move: StatusMove) =>
  defineAction({
    ...onList,
    alsoRequires: USER_ACTION_PERMISSIONS[move],
    body: oneUser,
    handle: ({ user_id: userId }, { ctx, principal }) =>
      changeUserStatus(principal, { userId, move }, ctx),
    done: ({ user }, { here }) => changed(move, user, here),
  })

export const activateUser = moveUser('activate')
export const deactivateUser = moveUser('deactivate')
export const deleteUser = moveUser('delete')
export const restoreUser = moveUser('restore')

export const endSessions = defineAction({
  ...onList,
  alsoRequires: USER_ACTION_PERMISSIONS.end_sessions,
  body: oneUser,
  handle: ({ user_id: userId }, { ctx, principal }) => endUserSessions(principal, { userId }, ctx),
  done: ({ user }, { here }) => changed('end_sessions', user, here),
})

/** The list says what was done to which user. */
function changed(act: UserAction, user: ManagedUser, here: string): ActionSuccess {
  return {
    redirect: here,
    form: act,
    notice: user.kind === 'service' ? 'service_changed' : 'user_changed',
    values: { person: accountLabel(user) },
    inPlace: true,
  }
}

const givenOr = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), field)

/** Leads to a preview and changes nothing. */
export const selectUsers = defineAction({
  ...onList,
  body: z.object({
    kind: z.enum(BULK_KINDS),
    scope: z.enum(['picked', 'all']),
    user_ids: listField(z.array(z.uuid())),
    query: givenOr(bulkFilter.shape.query),
    status: givenOr(bulkFilter.shape.status),
    role: givenOr(bulkFilter.shape.role),
    user_kind: givenOr(bulkFilter.shape.kind),
  }),
  handle: (form, { ctx, principal }) => {
    const { kind, scope, user_ids: userIds, query, status, role, user_kind } = form
    const filter = { query, status, role, kind: user_kind }
    const selection = scope === 'all' ? { filter } : { userIds }
    return draftBulkAction(principal, { kind, selection, roles: [] }, ctx)
  },
  done: ({ bulk }) => ({ redirect: pagePath('/dashboard/users/bulk/[id]', bulk.id) }),
})
