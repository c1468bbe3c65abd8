import { accentPalette, type AccentShades } from '@/lib/brand/accent-palette'
import { type BrandLink, brandLinks, logos, type Logos } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'
import type { Locale } from '@/lib/i18n/locale'
import { type MailParagraph, paragraphText } from '@/lib/messaging/mail/mail-paragraph'
import { escapeHtml } from '@/lib/platform/escape-html'

/** The brand as shown in an email. */
interface MailBrand {
  productName: string
  /** Null for black and white. */
  accent: { light: AccentShades; dark: AccentShades } | null
  /** The logo URLs for light and dark backgrounds. */
  logos: Logos | null
  links: readonly BrandLink[]
}

/** The current brand. */
export function mailBrand(locale: Locale): MailBrand {
  const { productName, accentColor } = settings().brand
  const paths = logos()
  const { baseUrl } = settings()
  return {
    productName,
    accent: accentColor ? accentPalette(accentColor) : null,
    logos: paths && { light: baseUrl + paths.light, dark: baseUrl + paths.dark },
    links: brandLinks(locale),
  }
}

/** An email before rendering, the only source of its text and HTML. Everything is plain text. */
export interface MailContent {
  locale: Locale
  brand: MailBrand
  subject: string
  greeting: string
  before: readonly MailParagraph[]
  facts: readonly { label: string; value: string }[]
  /** Null if the link is in the body text. */
  button: { label: string; url: string; fallback: string } | null
  after: readonly MailParagraph[]
  footer: readonly string[]
}

/** Renders the plain-text part: paragraphs separated by an empty line, the link on its own line. */
export function renderMailText(content: MailContent): string {
  const facts = content.facts.map(({ label, value }) => `${label}: ${value}`)
  const links = content.brand.links.map(({ label, shown }) => `${label}: ${shown}`)
  const parts = [
    content.greeting,
    ...content.before.map(paragraphText),
    facts.join('\n'),
    content.button && `${content.button.label}:\n${content.button.url}`,
    ...content.after.map(paragraphText),
    `-- \n${[content.brand.productName, ...content.footer, ...links].join('\n')}`,
  ]
  return parts.filter(Boolean).join('\n\n') + '\n'
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const CARD =
  'max-width:520px;margin:0 auto;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-decoration:none'
const BLACK = { accent: '#18181b', onAccent: '#ffffff' }
const WHITE = { accent: '#fafafa', onAccent: '#18181b' }
const PARAGRAPH = 'margin:0 0 16px'

// Email clients without dark mode ignore this; those that support it get readable colors in both
// modes.
const style = ({
  accent,
  onAccent,
}: Pick<
  AccentShades,
  'accent' | 'onAccent'
>) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#09090b!important}.card{background:#18181b!important;border-color:#27272a!important}
.on-light:not(:last-child){display:none!important}.on-dark{display:inline-block!important}
.text,.brand{color:#f4f4f5!important}.quiet,.quiet a{color:#a1a1aa!important}
.facts{border-color:#27272a!important}.button{background:${accent}!important;color:${onAccent}!important}}
@media (max-width:480px){.inner{padding:24px 20px!important}}`

/**
 * Renders the HTML part: one column, no images except the logo, readable in light and dark mode and
 * without any styles. Every text is escaped here and nowhere else.
 */
export function renderMailHtml(content: MailContent): string {
  const { locale, subject, button, brand } = content
  const { accent, onAccent } = brand.accent?.light ?? BLACK
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escapeHtml(subject)}</title>
<style>${style(brand.accent?.dark ?? WHITE)}</style></head>
<body class="page" style="margin:0;padding:32px 16px;background:#f4f4f5;font:16px/1.55 ${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphText(content.before[0] ?? []))}</div>
<div class="card" role="article" lang="${locale}" style="${CARD}"><div class="inner text" style="padding:32px;color:#18181b">
<p class="brand" style="margin:0 0 24px;font-size:14px;font-weight:600;color:#18181b">${brandMark(brand)}</p>
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>
${content.greeting && paragraph([content.greeting])}
${content.before.map(paragraph).join('\n')}
${facts(content)}
${button ? `<p style="margin:24px 0"><a class="button" href="${escapeHtml(button.url)}" style="${BUTTON};background:${accent};color:${onAccent}">${escapeHtml(button.label)}</a></p>` : ''}
${content.after.map(paragraph).join('\n')}
${
  button
    ? `<p class="quiet" style="margin:24px 0 0;font-size:13px;color:#52525b;word-break:break-all">${escapeHtml(button.fallback)}<br>
${link(button.url)}</p>`
    : ''
}
</div></div>
<div class="quiet" style="max-width:520px;margin:16px auto 0;font-size:13px;color:#52525b;text-align:center">
${content.footer.map((line) => `<p style="margin:0 0 4px">${escapeHtml(line)}</p>`).join('\n')}
${brandLine(content)}
</div>
</body></html>
`
}

function facts({ facts }: MailContent): string {
  if (facts.length === 0) return ''
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th class="quiet" scope="row" align="left" style="padding:2px 16px 2px 0;font-weight:400;color:#52525b">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return `<table class="facts" style="margin:0 0 16px;font-size:14px;border-left:3px solid #e4e4e7;padding-left:12px">${rows.join('')}</table>`
}

function paragraph(pieces: MailParagraph): string {
  const html = pieces.map((piece) =>
    typeof piece === 'string' ? escapeHtml(piece).replaceAll('\n', '<br>') : link(piece.url),
  )
  return `<p style="${PARAGRAPH}">${html.join('')}</p>`
}

// Without images the reader sees the name only once: clients without dark mode never show the
// second logo.
function brandMark({ productName, logos }: MailBrand): string {
  const name = escapeHtml(productName)
  if (!logos) return name
  const image = (src: string, theme: string, display: string) =>
    `<img class="on-${theme}" src="${escapeHtml(src)}" alt="${name}" height="32" style="display:${display};height:32px;max-width:200px;border:0">`
  const dark = logos.dark === logos.light ? '' : image(logos.dark, 'dark', 'none')
  return `${image(logos.light, 'light', 'inline-block')}${dark}`
}

function brandLine({ brand: { productName, links } }: MailContent): string {
  const parts = links.map(
    ({ label, href }) =>
      `<a href="${escapeHtml(href)}" style="color:inherit">${escapeHtml(label)}</a>`,
  )
  return `<p style="margin:8px 0 4px">${[escapeHtml(productName), ...parts].join(' · ')}</p>`
}

function link(url: string): string {
  return `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(url)}</a>`
}
