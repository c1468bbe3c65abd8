import { parseMailTextName } from '@/lib/mail/texts/editable-text'
import type { MailTextKey } from '@/lib/mail/mail-text.store'
import { pageAddress } from '@/lib/web/page-address'

export const MAIL_TEXTS = '/dashboard/settings/mail-texts'

/** The mail that the address of the editor names; null where there is none of that name. */
export function readMailTextQuery(mail: string | null): MailTextKey | null {
  return mail === null ? null : parseMailTextName(mail)
}

/** The address of the editor of a mail, with its preview in that format. */
export function mailTextAddress(
  { kind, locale }: MailTextKey,
  preview: 'html' | 'text' | null = null,
): string {
  return pageAddress(`${MAIL_TEXTS}/edit`, { mail: `${kind}.${locale}`, preview })
}
