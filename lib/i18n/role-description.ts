import type { Messages } from '@/lib/i18n/messages'

/** What a role is for, in the language of the page: roles of the system are described by the service, others by who made them. */
export function roleDescription(
  role: { name: string; description: string; isSystem: boolean },
  { systemDescriptions }: Messages['roles'],
): string {
  if (!role.isSystem || !Object.hasOwn(systemDescriptions, role.name)) return role.description
  return systemDescriptions[role.name as keyof typeof systemDescriptions]
}
