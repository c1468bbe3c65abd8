import { z } from 'zod'
import { USER_STATUSES } from '@/lib/platform/user-statuses'
import { completeListOf } from '@/lib/platform/complete-list'
import { instant } from '@/lib/platform/instant'

const id = z.uuid()

/** The response schemas of /rbac; the OpenAPI document is generated from them. */
export const roleResponse = z
  .strictObject({
    id,
    name: z.string().meta({ examples: ['support'] }),
    description: z.string(),
    is_system: z
      .boolean()
      .meta({ examples: [false] })
      .describe('true for admin and user, of which only requires_mfa can be changed'),
    requires_mfa: z
      .boolean()
      .meta({ examples: [false] })
      .describe('Whether its users need two-step verification'),
    permissions: z.array(z.string()),
    retired_permissions: z
      .array(z.string())
      .meta({ examples: [[]] })
      .describe(
        'Permissions of the service that this version doesn’t have: kept, but without effect unless they return',
      ),
    user_count: z.int(),
    version: z.int(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Role' })

export const permissionResponse = z
  .strictObject({
    name: z.string().meta({ examples: ['users:list'] }),
    description: z.string().meta({ examples: ['List users'] }),
    resource: z.string().meta({ examples: ['users'] }),
    application: z
      .string()
      .nullable()
      .meta({ examples: [null] })
      .describe('The application it belongs to; null for permissions of the service'),
    group: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    privileged: z
      .boolean()
      .meta({ examples: [true] })
      .describe('Whether users who have it can be changed only by those who have it too'),
    version: z
      .int()
      .nullable()
      .meta({ examples: [null] })
      .describe('The ETag is this number in quotes; null for permissions of the service'),
    created_at: instant.nullable().meta({ examples: [null] }),
    retired: z.literal(true).optional().describe('Kept to explain its absence, but never granted'),
    retired_at: instant.optional(),
  })
  .meta({ id: 'Permission' })

export const syncedPermissionsResponse = z
  .strictObject({
    added: z
      .array(z.string())
      .meta({ examples: [['crm:contacts:export']] })
      .describe('Also those that were retired before; only the role admin has them'),
    changed: z.array(z.string()).meta({ examples: [[]] }),
    retired: z
      .array(z.string())
      .meta({ examples: [[]] })
      .describe('No role has them anymore'),
  })
  .meta({ id: 'SyncedPermissions' })

export const catalogResponse = completeListOf(permissionResponse).meta({ id: 'PermissionList' })

export const explanationResponse = z
  .strictObject({
    user_id: id,
    permission: z.string(),
    decision: z.enum(['allow', 'deny']),
    reason: z.enum([
      'granted',
      'no_role_grants_it',
      'account_not_active',
      'second_factor_missing',
      'permission_retired',
      'permission_unknown',
    ]),
    account_status: z.enum(USER_STATUSES).meta({ examples: ['active'] }),
    roles: z.array(z.string()).describe('All roles of the user'),
    path: z
      .array(z.strictObject({ role_id: id, role: z.string(), permission: z.string() }))
      .describe('Each of the user’s roles that includes the permission'),
  })
  .meta({ id: 'PermissionExplanation' })

export const personResponse = z.strictObject({
  id,
  email: z.string().nullable().describe('null unless you have users:list'),
  name: z.string().nullable(),
  status: z.enum(USER_STATUSES).meta({ examples: ['active'] }),
})

export const holderResponse = personResponse
  .extend({
    roles: z.array(z.string()).describe('The roles that grant the permission'),
  })
  .meta({ id: 'PermissionHolder' })

const effect = z.strictObject({
  count: z.int(),
  users: z
    .array(personResponse.extend({ permissions: z.array(z.string()) }))
    .describe('The 50 newest of them'),
})

export const previewResponse = z
  .strictObject({
    role_id: id,
    version: z.int(),
    adds: z.array(z.string()).meta({ examples: [['users:list']] }),
    removes: z.array(z.string()).meta({ examples: [[]] }),
    removes_retired: z.array(z.string()).meta({ examples: [[]] }),
    gains: effect.describe('Users who would gain permissions they don’t have now'),
    loses: effect.describe('Users who would lose permissions they have now'),
    refusal: z
      .string()
      .nullable()
      .meta({ examples: [null] })
      .describe('The problem code if the change would be refused'),
  })
  .meta({ id: 'RolePreview' })
