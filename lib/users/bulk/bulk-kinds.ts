import type { PermissionName } from '@/lib/config/permission-catalog'

/** Actions that can run on many users at once, in display order. Safe to import in a browser. */
export const BULK_KINDS = [
  'activate',
  'deactivate',
  'end_sessions',
  'add_roles',
  'remove_roles',
  'resend_invitation',
] as const

export type BulkKind = (typeof BULK_KINDS)[number]

/** How long a draft can be run: its preview goes stale. */
export const DRAFT_SECONDS = 3600

/** Outcomes for a selected user; `waiting` until the user is processed. */
export const BULK_OUTCOMES = ['waiting', 'changed', 'unchanged', 'refused'] as const

/** The permission each action needs: the same one as for a single user. */
export const BULK_PERMISSIONS = {
  activate: 'users:activate',
  deactivate: 'users:activate',
  end_sessions: 'users:activate',
  add_roles: 'users:role:change',
  remove_roles: 'users:role:change',
  resend_invitation: 'users:activate',
} as const satisfies Record<BulkKind, PermissionName>

/** Whether the action needs roles. */
export function takesRoles(kind: BulkKind): boolean {
  return kind === 'add_roles' || kind === 'remove_roles'
}

/** Whether this kind can queue an email for each user. */
export function canSendMail(kind: BulkKind): boolean {
  return kind === 'resend_invitation' || kind === 'activate'
}

/** The most users a bulk action can select with a filter. */
export const MAX_SELECTED = 10_000

/** The most users a bulk action can select by ID. */
export const MAX_PICKED = 1000

/** Why a user was left unchanged: the refusal's code, or that it is the actor's own account. */
export const BULK_REFUSALS = [
  'own_account',
  'not_found',
  'conflict',
  'privilege_escalation',
  'last_admin',
] as const

export type BulkRefusal = (typeof BULK_REFUSALS)[number]
