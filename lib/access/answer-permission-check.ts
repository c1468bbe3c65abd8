import { z } from 'zod'
import { checkPermission } from '@/lib/access/check-permission'
import { findAccess } from '@/lib/access/find-access'
import { missingFactor } from '@/lib/access/missing-factor'
import { askedPermission } from '@/lib/access/role.schemas'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

const MAX_CHECKED = 100

export const checkPermissionsBody = z.object({
  permissions: z
    .array(askedPermission)
    .max(MAX_CHECKED, { error: 'too_many' })
    .meta({ examples: [['crm:contacts:export']] }),
  user_id: z.uuid({ error: 'invalid' }).optional().describe('Another user: requires users:read'),
})

export const checkedPermissionsResponse = z
  .strictObject({
    results: z
      .record(z.string(), z.boolean())
      .meta({ examples: [{ 'crm:contacts:export': true }] })
      .describe('Whether the user has each permission; false for unknown ones'),
  })
  .meta({ id: 'CheckedPermissions' })

/**
 * Which of these permissions the caller has, from memory, or another user: none if that account
 * isn't active, or must set up two-step verification first. Refuses `insufficient_permission`
 * without `users:read`, then `not_found`.
 */
export async function answerPermissionCheck(
  principal: Principal,
  { permissions, user_id: userId }: z.output<typeof checkPermissionsBody>,
  ctx: RequestContext,
): Promise<Outcome<z.output<typeof checkedPermissionsResponse>>> {
  const isOther = userId !== undefined && userId.toLowerCase() !== principal.userId
  if (!isOther) return answer(permissions, principal.permissions)
  const refusal = checkPermission(principal, 'users:read', ctx)
  if (refusal) return refusal
  const access = await findAccess(userId.toLowerCase())
  if (!access) return refuse('not_found')
  const usable = access.status === 'active' && !missingFactor(access.factor, { proven: true })
  return answer(permissions, usable ? access.permissions : new Set<string>())
}

function answer(names: readonly string[], held: ReadonlySet<string>) {
  const results = Object.fromEntries(names.map((name) => [name, held.has(name)]))
  return { ok: true, results } as const
}
