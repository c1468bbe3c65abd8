import type { PermissionName } from '@/lib/config/permission-catalog'

/**
 * What can be done to many users at once, in the order in which it is offered. Loads in a browser.
 */
export const BULK_KINDS = [
  'activate',
  'deactivate',
  'end_sessions',
  'add_roles',
  'remove_roles',
  'resend_invitation',
] as const

export type BulkKind = (typeof BULK_KINDS)[number]

/** What comes of each selected user; `waiting` until their turn. */
export const BULK_OUTCOMES = ['waiting', 'changed', 'unchanged', 'refused'] as const

/** The permission that each of them needs: that of the same act on one user. */
export const BULK_PERMISSIONS = {
  activate: 'users:activate',
  deactivate: 'users:activate',
  end_sessions: 'users:activate',
  add_roles: 'users:role:change',
  remove_roles: 'users:role:change',
  resend_invitation: 'users:activate',
} as const satisfies Record<BulkKind, PermissionName>

/** Whether it has to be said which roles. */
export function takesRoles(kind: BulkKind): boolean {
  return kind === 'add_roles' || kind === 'remove_roles'
}

/** How many users one bulk action can select by a filter. */
export const MAX_SELECTED = 10_000

/** How many can be picked by id. */
export const MAX_PICKED = 1000

/**
 * Why a user was left as they are: the code of the refusal, or that it would have been the actor's
 * own account.
 */
export const BULK_REFUSALS = [
  'own_account',
  'not_found',
  'conflict',
  'privilege_escalation',
  'last_admin',
] as const

export type BulkRefusal = (typeof BULK_REFUSALS)[number]
