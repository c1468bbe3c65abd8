'use server'

import { z } from 'zod'
import { can } from '@/lib/platform/request-context'
import { createServiceAccount } from '@/lib/users/create-service-account'
import { changeRolesBody, serviceAccountBody } from '@/lib/users/users.schemas'
import { rolesForNewAccount } from '@/lib/users/user-roles'
import { defineAction } from '@/lib/web/define-action'
import { listField } from '@/lib/web/list-field'
import { pagePath } from '@/lib/web/page-address'

const body = z.object({
  name: serviceAccountBody.shape.name,
  roles: listField(changeRolesBody.shape.roles),
})

export const create = defineAction({
  access: { permission: 'users:activate' },
  body,
  handle: async (form, { ctx, principal }) => {
    const given = rolesForNewAccount(principal, form.roles)
    const made = await createServiceAccount(principal, { name: form.name, roles: given }, ctx)
    if (!made.ok) return made
    const { id } = made.user
    return {
      ok: true,
      next: can(principal, 'users:read') ? pagePath('/dashboard/users/[id]', id) : null,
    }
  },
  done: ({ next }: { next: string | null }, { body: form, here }) => ({
    redirect: next ?? here,
    notice: 'service_account_created',
    values: { person: form.name },
  }),
})
