import { z } from 'zod'
import { BULK_KINDS, BULK_OUTCOMES, MAX_PICKED, takesRoles } from '@/lib/users/bulk/bulk-kinds'
import { changeRolesBody, userListFields } from '@/lib/users/users.schemas'

/** Selects users with the filters of the user list. */
export const bulkFilter = z.strictObject({
  query: userListFields.query,
  status: userListFields.status,
  role: userListFields.role,
  kind: userListFields.kind,
})

export const bulkActionBody = z
  .strictObject({
    action: z.enum(BULK_KINDS),
    user_ids: z
      .array(z.uuid())
      .min(1, { error: 'required' })
      .max(MAX_PICKED, { error: 'too_many' })
      .optional()
      .describe('The IDs of the users; alternatively use `filter`'),
    filter: bulkFilter
      .optional()
      .describe(
        'All users who match this filter of GET /users, at most 10,000; `{}` selects everyone',
      ),
    roles: changeRolesBody.shape.roles
      .default([])
      .describe('Role names; required for add_roles and remove_roles'),
    dry_run: z
      .boolean()
      .default(false)
      .describe('true: returns a draft with a preview and changes nothing'),
  })
  .superRefine(({ action, user_ids, filter, roles }, ctx) => {
    const fault = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message })
    if (Boolean(user_ids) === Boolean(filter)) fault('user_ids', 'one_selection')
    if (takesRoles(action) && roles.length === 0) fault('roles', 'required')
    if (!takesRoles(action) && roles.length > 0) fault('roles', 'not_supported')
  })
  .meta({
    examples: [{ action: 'deactivate', user_ids: ['01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42'] }],
  })

export const bulkUsersFields = {
  outcome: z.enum(BULK_OUTCOMES).optional(),
}
