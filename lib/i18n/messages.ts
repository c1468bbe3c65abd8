import { en, type Messages } from '@/lib/i18n/en'
import type { Locale } from '@/lib/i18n/locale'
import { tr } from '@/lib/i18n/tr'

export type { Messages }

const dictionaries: Record<Locale, Messages> = { en, tr }

/** The texts of a language. */
export function messagesFor(locale: Locale): Messages {
  return dictionaries[locale]
}

/**
 * What a role is for, in the language of the page: roles of the system are described by the
 * service, others by who made them.
 */
export function roleDescription(
  role: { name: string; description: string; isSystem: boolean },
  { systemDescriptions }: Messages['roles'],
): string {
  if (!role.isSystem || !Object.hasOwn(systemDescriptions, role.name)) return role.description
  return systemDescriptions[role.name as keyof typeof systemDescriptions]
}
