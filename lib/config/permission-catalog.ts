/**
 * Every permission that the code checks. The catalog in the database is synced with this list at
 * each start (lib/access/catalog.ts). Safe to load in a browser.
 */
export const permissionCatalog = [
  { name: 'users:list', resource: 'users', description: 'List users' },
  { name: 'users:read', resource: 'users', description: "Read another user's profile" },
  { name: 'users:activate', resource: 'users', description: 'Activate an account' },
  { name: 'users:delete', resource: 'users', description: 'Soft-delete a user' },
  { name: 'users:restore', resource: 'users', description: 'Restore a soft-deleted user' },
  { name: 'users:role:change', resource: 'users', description: 'Assign a role' },
  { name: 'users:impersonate', resource: 'users', description: 'View the service as a user' },
  {
    name: 'users:email:change:any',
    resource: 'users',
    description: "Change another user's email address",
  },
  {
    name: 'uploads:create',
    resource: 'uploads',
    description:
      "Upload files; for API keys, also list, read, share, and delete the account's own files",
  },
  { name: 'rbac:manage', resource: 'rbac', description: 'Manage roles and permissions' },
  {
    name: 'notifications:send',
    resource: 'notifications',
    description: 'Send a single or bulk notification',
  },
  {
    name: 'notifications:settings',
    resource: 'notifications',
    description: 'Select SMS/payment settings',
  },
  { name: 'payments:charge', resource: 'payments', description: '3DS charge' },
  { name: 'payments:list', resource: 'payments', description: 'List transactions' },
  { name: 'audit:list', resource: 'audit', description: 'List audit records' },
  { name: 'contacts:list', resource: 'contacts', description: 'List contact messages' },
  { name: 'contacts:delete', resource: 'contacts', description: 'Delete contact messages' },
  {
    name: 'settings:manage',
    resource: 'settings',
    description: 'Manage email, brand, sign-in policy, and email texts',
  },
] as const

export type PermissionName = (typeof permissionCatalog)[number]['name']

/** What permissions are grouped by in the form of a role. */
export type PermissionResource = (typeof permissionCatalog)[number]['resource']

/** The roles that always exist and never change: `admin` has every permission, `user` has none. */
export const SYSTEM_ROLES = [
  { name: 'admin', description: 'All permissions, including those added later' },
  { name: 'user', description: 'Access to their own data only' },
] as const

export type SystemRole = (typeof SYSTEM_ROLES)[number]['name']
