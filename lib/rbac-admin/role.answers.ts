import { z } from 'zod'

const instant = z.iso.datetime()
const id = z.uuid()

/** The forms of what /rbac answers; the OpenAPI document is made from them. */
export const roleAnswer = z.strictObject({
  id,
  name: z.string(),
  description: z.string(),
  is_system: z.boolean().describe('admin and user: neither changed nor deleted'),
  permissions: z.array(z.string()),
  retired_permissions: z
    .array(z.string())
    .describe('Permissions that left the code: held, without effect until they return'),
  user_count: z.int(),
  version: z.int(),
  created_at: instant,
  updated_at: instant,
})

export const explanationAnswer = z.strictObject({
  user_id: id,
  permission: z.string(),
  decision: z.enum(['allow', 'deny']),
  reason: z.enum([
    'granted',
    'no_role_grants_it',
    'account_not_active',
    'permission_retired',
    'permission_unknown',
  ]),
  account_status: z.enum(['pending', 'active', 'deactivated', 'deleted']),
  roles: z.array(z.string()).describe('All roles of the user'),
  path: z
    .array(z.strictObject({ role_id: id, role: z.string(), permission: z.string() }))
    .describe('Each role of the user that holds the permission'),
})

const person = {
  id,
  email: z.string().nullable().describe('null for who may not list users'),
  name: z.string().nullable(),
  status: z.enum(['pending', 'active', 'deactivated', 'deleted']),
}

export const holderAnswer = z.strictObject({
  ...person,
  roles: z.array(z.string()).describe('The roles that give the permission'),
})

const effect = z.strictObject({
  count: z.int(),
  users: z
    .array(z.strictObject({ ...person, permissions: z.array(z.string()) }))
    .describe('The newest 50 of them'),
})

export const previewAnswer = z.strictObject({
  role_id: id,
  version: z.int(),
  adds: z.array(z.string()),
  removes: z.array(z.string()),
  removes_retired: z.array(z.string()),
  gains: effect.describe('Who would hold what they do not hold by any role now'),
  loses: effect.describe('Who would no longer hold what they hold now'),
  refusal: z.string().nullable().describe('The code by which the change would be refused'),
})
