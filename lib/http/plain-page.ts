import { messagesFor } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/i18n/locale'
import { problems, type Refusal } from '@/lib/platform/problems'

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{min-height:90vh;display:grid;place-content:center;margin:0;padding:2rem}
main{max-width:26rem}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0 0 1rem}code{font-size:.8125rem}`

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
  return `<!doctype html><html lang="${about.locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style nonce="${about.nonce}">${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>${permission}<p><a href="${escapeHtml(about.retryPath)}">${messages.shell.back}</a></p>
<p><code>${problems[refusal.code][0]} · ${escapeHtml(about.requestId)}</code></p></main></body></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
