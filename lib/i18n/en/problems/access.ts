import type { ProblemText } from '@/lib/i18n/problem-text'

/** Permissions, roles and accounts. */
export const accessProblems = {
  insufficient_permission: {
    title: 'Permission missing',
    text: 'You don’t have the permission this requires.',
    remedy:
      '`required_permission` names the permission. An administrator can add it to one of your roles.',
  },
  privilege_escalation: {
    title: 'Permissions you don’t have',
    text: 'You can’t grant permissions you don’t have, or change a user who has them.',
    remedy: 'Ask an administrator who has these permissions.',
  },
  session_required: {
    title: 'Session required',
    text: 'API keys can’t do this. Sign in instead.',
    remedy:
      'Sign in and send an access token. API keys can’t manage keys, credentials, or sessions, and can’t call operations that require a signed-in user or a recent sign-in, such as assigning roles.',
  },
  address_not_allowed: {
    title: 'Address not allowed',
    text: 'This API key can’t be used from this IP address.',
    remedy: 'Use the key from one of its allowed addresses, or create another key.',
  },
  email_taken: {
    title: 'Email address taken',
    text: 'Another account has this email address.',
    remedy: 'Use a different email address.',
  },
  last_admin: {
    title: 'Last administrator',
    text: 'This is the last active administrator. Add another one first.',
    remedy: 'Assign the `admin` role to another active account, then try again.',
  },
  system_role_immutable: {
    title: 'System role',
    text: 'The admin and user roles can’t be deleted, and their name, description, and permissions can’t be changed.',
    remedy: 'Create your own role with the permissions you need.',
  },
  role_in_use: {
    title: 'Role in use',
    text: 'A user still has this role. Remove it from them first.',
    remedy: 'List the users with this role, assign them different roles, then delete it.',
  },
  role_name_taken: {
    title: 'Role name taken',
    text: 'Another role has this name. Names aren’t case-sensitive.',
    remedy: 'Choose a different name.',
  },
  permission_name_taken: {
    title: 'Permission name taken',
    text: 'There is already a permission with this name.',
    remedy: 'Choose a different name, or change the existing permission.',
  },
  system_permission: {
    title: 'Built-in permission',
    text: 'This permission is built into the service. It can’t be created, changed, or deleted.',
    remedy: 'Use a name that begins with your application, such as `crm:contacts:export`.',
  },
} satisfies Record<string, ProblemText>
