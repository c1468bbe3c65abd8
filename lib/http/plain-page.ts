import { messagesFor } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/locale'
import { problems, type Refusal } from '@/lib/platform/problems'

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{min-height:90vh;display:grid;place-content:center;margin:0;padding:2rem}
main{max-width:26rem}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0 0 1rem}code{font-size:.8125rem}
.go{display:inline-block;padding:.625rem 1.25rem;border:1px solid;border-radius:.5rem;color:inherit;text-decoration:none}`

/**
 * A whole page that needs neither the database nor Next: for answers that end a request before any page could. Texts are
 * this service's own or escaped.
 */
export function plainProblemPage(
  refusal: Refusal,
  about: { locale: Locale; nonce: string; requestId: string; retryPath: string },
): string {
  const messages = messagesFor(about.locale)
  const { title, text } = messages.problems[refusal.code]
  const permission = refusal.requiredPermission
    ? `<p>${messages.pages.forbidden.missing}: <code>${escapeHtml(refusal.requiredPermission)}</code></p>`
    : ''
  return plainPage({
    ...about,
    title,
    body: `<p>${escapeHtml(text)}</p>${permission}<p><a href="${escapeHtml(about.retryPath)}">${messages.shell.back}</a></p>
<p><code>${problems[refusal.code][0]} · ${escapeHtml(about.requestId)}</code></p>`,
  })
}

/**
 * A whole page that does no more than lead on. `href` is where to; with `atOnce` the browser goes there by itself, as a redirect
 * would, but not as part of the form post before (which `form-action` of the content policy keeps on this origin).
 */
export function plainLinkPage(about: {
  locale: Locale
  nonce: string
  title: string
  text: string
  link: { href: string; label: string }
  atOnce: boolean
}): string {
  const href = escapeHtml(about.link.href)
  return plainPage({
    ...about,
    head: about.atOnce ? `<meta http-equiv="refresh" content="0;url=${href}">` : '',
    body: `<p>${escapeHtml(about.text)}</p><p><a class="go" href="${href}">${escapeHtml(about.link.label)}</a></p>`,
  })
}

/** `head` and `body` are HTML already. */
function plainPage(page: {
  locale: Locale
  nonce: string
  title: string
  head?: string
  body: string
}): string {
  const title = escapeHtml(page.title)
  return `<!doctype html><html lang="${page.locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${page.head ?? ''}<title>${title}</title>
<style nonce="${page.nonce}">${STYLE}</style></head><body><main><h1>${title}</h1>
${page.body}</main></body></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
