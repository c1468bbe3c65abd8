import type { ProblemText } from '@/lib/i18n/problem-text'

/** Permissions, roles and accounts. */
export const accessProblems = {
  insufficient_permission: {
    title: 'Permission missing',
    text: 'You do not have the permission that this requires.',
    remedy: 'required_permission names it. An administrator can add it to one of your roles.',
  },
  privilege_escalation: {
    title: 'Permissions you do not have',
    text: 'You cannot grant permissions that you do not have, or change someone who has them.',
    remedy: 'Ask someone who has those permissions.',
  },
  email_taken: {
    title: 'Email address taken',
    text: 'Another account has this email address.',
    remedy: 'Use another address.',
  },
  last_admin: {
    title: 'Last administrator',
    text: 'This is the last active administrator. Add another one first.',
    remedy: 'Assign the role admin to another active account, then try again.',
  },
  system_role_immutable: {
    title: 'System role',
    text: 'The roles admin and user cannot be changed or deleted.',
    remedy: 'Create a role of your own with the permissions that you need.',
  },
  role_in_use: {
    title: 'Role in use',
    text: 'Someone still has this role. Remove it from them first.',
    remedy: 'List the users with the role, assign them others, then delete it.',
  },
  role_name_taken: {
    title: 'Role name taken',
    text: 'Another role has this name. Names are not case-sensitive.',
    remedy: 'Choose another name.',
  },
} satisfies Record<string, ProblemText>
