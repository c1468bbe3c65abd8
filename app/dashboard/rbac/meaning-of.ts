import type { Messages } from '@/lib/i18n/messages'

/** What a permission allows, in the reader's words; nothing for one that only another version of the service knows. */
export function meaningOf(name: string, { permissions }: Messages): string {
  const { meanings } = permissions
  return Object.hasOwn(meanings, name) ? meanings[name as keyof typeof meanings] : ''
}
