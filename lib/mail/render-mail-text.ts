import type { MailContent } from '@/lib/mail/mail-content'

/** The plain-text part of a mail: paragraphs apart by an empty line, the link alone on its line. */
export function renderMailText(content: MailContent): string {
  const facts = content.facts.map(({ label, value }) => `${label}: ${value}`)
  const links = content.brand.links.map(({ label, shown }) => `${label}: ${shown}`)
  const parts = [
    content.greeting,
    ...content.before,
    facts.join('\n'),
    content.button && `${content.button.label}:\n${content.button.url}`,
    ...content.after,
    `-- \n${[content.brand.productName, ...content.footer, ...links].join('\n')}`,
  ]
  return parts.filter(Boolean).join('\n\n') + '\n'
}
