import type { ProblemText } from '@/lib/i18n/problem-text'

/** Permissions, roles and accounts. */
export const accessProblems = {
  insufficient_permission: {
    title: 'Permission missing',
    text: 'You do not have the permission that this needs.',
    remedy: 'required_permission names it. An administrator can give it to one of your roles.',
  },
  privilege_escalation: {
    title: 'More than you hold',
    text: 'You can neither give permissions that you do not hold yourself, nor change somebody who holds them.',
    remedy: 'Ask somebody who holds those permissions.',
  },
  email_taken: {
    title: 'E-mail address taken',
    text: 'Another account has this e-mail address.',
    remedy: 'Use another address.',
  },
  last_admin: {
    title: 'Last administrator',
    text: 'This is the last active administrator. Make another one first.',
    remedy: 'Give the role admin to another active account, then try again.',
  },
  system_role_immutable: {
    title: 'System role',
    text: 'The roles admin and user cannot be changed or deleted.',
    remedy: 'Make a role of your own with the permissions that you need.',
  },
  role_in_use: {
    title: 'Role in use',
    text: 'Somebody still has this role. Take it from them first.',
    remedy: 'List the users of the role, give them others, then delete it.',
  },
  role_name_taken: {
    title: 'Role name taken',
    text: 'Another role has this name. Names differ without regard to case.',
    remedy: 'Choose another name.',
  },
} satisfies Record<string, ProblemText>
