import type { PermissionName } from '@/lib/config/permission-catalog'

/** The permissions page, and what each permission allows. */
export const permissions = {
  title: 'Permissions',
  lead: 'What roles can allow. The list is built into the service.',
  permission: 'Permission',
  meaning: 'Allows',
  held: 'Yours',
  heldYes: 'You have it',
  heldNo: 'You don’t have it',
  who: 'Who has it',
  whoOf: 'Who has this permission: {permission}',
  retired: 'Removed',
  retiredText:
    'These permissions have no effect. If they return, roles that still list them grant them again.',
  count: { one: '{count} permission', other: '{count} permissions' },
  meanings: {
    'users:list': 'List users',
    'users:read': 'View another user’s profile',
    'users:activate': 'Activate and deactivate accounts',
    'users:delete': 'Delete users (can be restored)',
    'users:restore': 'Restore deleted users',
    'users:role:change': 'Assign roles',
    'users:email:change:any': 'Change another user’s email address',
    'uploads:create': 'Upload files',
    'rbac:manage': 'Manage roles and permissions',
    'notifications:send': 'Send individual and bulk notifications',
    'notifications:settings': 'Choose SMS and payment providers',
    'payments:charge': 'Charge cards with 3-D Secure',
    'payments:list': 'List payments',
    'audit:list': 'List audit records',
    'contacts:list': 'List contact messages',
    'settings:manage': 'Manage email, brand, sign-in policy and email texts',
  } satisfies Record<PermissionName, string>,
}
