import type { MailTextKey } from '@/lib/messaging/mail/mail-text.store'
import { parseMailTextName } from '@/lib/messaging/mail/editable-text'
import { pageAddress } from '@/lib/web/page-address'

/** The email named in the editor's address; null if there is none with that name. */
export function readMailTextQuery(mail: string | null): MailTextKey | null {
  return mail === null ? null : parseMailTextName(mail)
}

/** The address of an email's editor, with the preview of the text last typed. */
export function mailTextAddress(
  { kind, locale }: MailTextKey,
  typed: { preview: 'html' | 'text' } | null = null,
): string {
  return pageAddress('/dashboard/settings/mail-texts/edit', { mail: `${kind}.${locale}`, ...typed })
}
