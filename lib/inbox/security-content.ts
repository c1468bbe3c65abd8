import type { InboxContent } from '@/lib/inbox/create-inbox-items'
import type { InboxParams } from '@/lib/inbox/inbox-params'
import { wordInboxItem } from '@/lib/inbox/word-inbox-item'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import type { en } from '@/lib/i18n/en'

type Kind = keyof (typeof en)['inbox']['kinds']

/** What the owner of an account is told of; each is the kind `security.<name>` and has texts in every language. */
export type SecurityEvent = Kind extends `security.${infer Name}` ? Name : never

/** Where the owner can look at it, or undo it. */
const PATHS: Record<SecurityEvent, string> = {
  new_sign_in: '/dashboard/account/sessions',
  refresh_token_reused: '/dashboard/account/sessions',
  password_changed: '/dashboard/account/password',
  mfa_enabled: '/dashboard/account/security',
  mfa_disabled: '/dashboard/account/security',
  mfa_reset: '/dashboard/account/security',
  mfa_locked: '/dashboard/account/security',
  recovery_codes_renewed: '/dashboard/account/security',
  recovery_code_used: '/dashboard/account/security',
  identity_linked: '/dashboard/account/connections',
  identity_unlinked: '/dashboard/account/connections',
  address_changed: '/dashboard/account',
  email_change_requested: '/dashboard/account',
  phone_changed: '/dashboard/account/phone',
  phone_removed: '/dashboard/account/phone',
  mail_settings_changed: '/dashboard/settings',
}

/** What an event is called in a language; null for one that is not known. */
export function securityTitle(event: string, locale: Locale): string | null {
  if (!Object.hasOwn(PATHS, event)) return null
  return messagesFor(locale).inbox.kinds[`security.${event as SecurityEvent}`].title
}

/** The item that tells of it. The stored texts are English; what is shown is worded when it is read. */
export function securityContent(event: SecurityEvent, params: InboxParams) {
  const kind = `security.${event}` as const
  const worded = wordInboxItem({ kind, params, title: kind, body: null }, 'en')
  return { kind, ...worded, href: PATHS[event], params } satisfies InboxContent
}
