import { en, type Messages } from '@/lib/i18n/en'
import type { Locale } from '@/lib/i18n/locale'
import { tr } from '@/lib/i18n/tr'

export type { Messages }

const dictionaries: Record<Locale, Messages> = { en, tr }

export function messagesFor(locale: Locale): Messages {
  return dictionaries[locale]
}

/**
 * The description of a role in the page's language: translated for system roles, as entered for
 * others.
 */
export function roleDescription(
  role: { name: string; description: string; isSystem: boolean },
  { systemDescriptions }: Messages['roles'],
): string {
  if (!role.isSystem || !Object.hasOwn(systemDescriptions, role.name)) return role.description
  return systemDescriptions[role.name as keyof typeof systemDescriptions]
}
