import type { MailTextKey } from '@/lib/messaging/mail/mail-text.store'
import { parseMailTextName } from '@/lib/messaging/mail/texts/editable-text'
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

/**
 * The HTML part of a mail as a document for a frame of a page. A frame takes over the page's
 * content policy, which lets in style elements that carry the nonce and no style attributes: each
 * attribute becomes a rule. Made for mails of this service (render-mail-html.ts), whose texts are
 * escaped.
 */
export function mailPreview(html: string, nonce: string): string {
  const rules: string[] = []
  const body = html.replace(
    /<(\w+)((?: [^<>]*?)?) style="([^"]*)"/g,
    (_, tag: string, rest: string, style: string) => {
      const name = `s${rules.push(`.s${rules.length}{${style}}`) - 1}`
      const classed = rest.replace(/ class="([^"]*)"/, ` class="$1 ${name}"`)
      return `<${tag}${classed === rest ? `${rest} class="${name}"` : classed}`
    },
  )
  // Before the mail's own rules, which override attributes in a dark theme.
  return body
    .replace('<style>', `<style nonce="${nonce}">${rules.join('\n')}</style>\n<style>`)
    .replaceAll('<style>', `<style nonce="${nonce}">`)
}
