'use server'

import { z } from 'zod'
import { problems, refuse } from '@/lib/platform/problems'
import { can } from '@/lib/platform/request-context'
import { inviteUser } from '@/lib/users/invite-user'
import { changeRolesBody, inviteBody } from '@/lib/users/users.schemas'
import { rolesForNewAccount } from '@/lib/users/user-roles'
import { defineAction } from '@/lib/web/define-action'
import { listField } from '@/lib/web/list-field'

const body = z.object({ ...inviteBody.shape, roles: listField(changeRolesBody.shape.roles) })

export const invite = defineAction({
  access: { permission: 'users:activate' },
  body,
  handle: async ({ email, name = null, roles }, { ctx, principal }) => {
    const given = rolesForNewAccount(principal, roles)
    const result = await inviteUser(principal, { email, name, roles: given }, ctx)
    if (result.ok) return { ok: true, email, mayList: can(principal, 'users:list') }
    if (result.code !== 'email_taken') return result
    const fault = {
      pointer: '/email',
      code: 'email_taken',
      detail: problems.email_taken[2],
    }
    return refuse('email_taken', { errors: [fault] })
  },
  done: ({ email, mayList }: { email: string; mayList: boolean }, { here }) => ({
    redirect: mayList ? '/dashboard/users' : here,
    notice: 'user_invited',
    values: { person: email },
  }),
})
