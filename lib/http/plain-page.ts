import { randomBytes } from 'node:crypto'
import { accentStyle } from '@/lib/brand/accent-palette'
import { brandedMessages } from '@/lib/brand/brand'
import { settings } from '@/lib/config/settings'
import type { HtmlText } from '@/lib/http/route-declaration'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { escapeHtml } from '@/lib/platform/escape-html'
import type { Refusal } from '@/lib/platform/problems'

/**
 * The subset of app/globals.css that these pages need. The colors follow the operating system
 * because the user's theme is not known here.
 */
const STYLE = `:root{color-scheme:light dark;--canvas:light-dark(oklch(.982 .002 265),oklch(.155 .006 265));
--surface:light-dark(#fff,oklch(.186 .007 265));--ink:light-dark(oklch(.21 .017 265),oklch(.955 .004 265));
--muted:light-dark(oklch(.47 .018 265),oklch(.72 .013 265));--line:light-dark(oklch(.918 .005 265),oklch(.275 .01 265));
--primary:light-dark(oklch(.235 .022 265),oklch(.955 .004 265));--on-primary:light-dark(oklch(.99 0 0),oklch(.19 .015 265));
--ring:light-dark(oklch(.55 .19 264),oklch(.7 .14 264));
font:.875rem/1.5 'Geist',ui-sans-serif,system-ui,sans-serif;background:var(--canvas);color:var(--ink);-webkit-font-smoothing:antialiased}
body{min-height:100dvh;display:grid;place-items:center;margin:0;padding:1rem;box-sizing:border-box}
main{width:100%;max-width:25rem;box-sizing:border-box;overflow:hidden;border:1px solid var(--line);border-radius:.75rem;
background:var(--surface);box-shadow:0 1px 2px oklch(.3 .03 265/.08),0 8px 24px -12px oklch(.3 .03 265/.12);text-align:center}
.body{display:grid;justify-items:center;padding:2rem 1.5rem}
.mark{width:2.5rem;height:2.5rem}.mark rect{fill:var(--primary)}.mark path{fill:var(--on-primary)}
h1{font-size:1.25rem;line-height:1.4;font-weight:600;letter-spacing:-.025em;margin:1.25rem 0 .375rem;text-wrap:balance}
p{margin:0;color:var(--muted);text-wrap:pretty;overflow-wrap:anywhere}p+p{margin-top:.5rem}
code{font:.8125rem ui-monospace,monospace}
.go{display:block;box-sizing:border-box;width:100%;margin-top:1.5rem;padding:.5625rem 1rem;border:1px solid var(--primary);border-radius:.375rem;
background:var(--primary);color:var(--on-primary);font-weight:500;text-decoration:none}.go:hover{opacity:.88}
.go:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
form{width:100%}button.go{font:inherit;font-weight:500;cursor:pointer}.go+.go{margin-top:.5rem}
.other{background:none;color:var(--ink);border-color:var(--line)}
footer{border-top:1px solid var(--line);background:var(--canvas);padding:.75rem 1.5rem}`

const MARK = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/>
<path d="M7 25V8h3.6v2.6h3.2V8h4.4v2.6h3.2V8H25v17h-5v-5.2a4 4 0 0 0-8 0V25Z"/></svg>`

/**
 * The content security policy of a plain page: its own style, and posts only to `formAction`.
 */
export function plainPagePolicy(nonce: string, formAction = "'none'"): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
}

/** A plain page as the response of a route. */
export interface HtmlAnswer {
  status: 200
  body: HtmlText
  headers: Record<string, string>
}

/** A plain page with its policy; `render` puts the nonce into the page. */
export function htmlAnswer(render: (nonce: string) => HtmlText, formAction?: string): HtmlAnswer {
  const nonce = randomBytes(16).toString('base64')
  return {
    status: 200,
    body: render(nonce),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': plainPagePolicy(nonce, formAction),
    },
  }
}

/**
 * A complete page that needs neither the database nor Next, for responses sent before a page could
 * render. All texts are our own or escaped.
 */
export function plainProblemPage(
  refusal: Refusal,
  about: { locale: Locale; nonce: string; requestId: string; retryPath: string },
): string {
  return plainPage({ ...about, ...problemContent(refusal, about) })
}

/**
 * The same content as two `<noscript>` elements, for the head and the body of a document that is
 * filled by script.
 */
export function noscriptProblem(
  refusal: Refusal,
  about: { locale: Locale; nonce: string; requestId: string; retryPath: string },
): { head: string; body: string } {
  const content = problemContent(refusal, about)
  return {
    head: `<noscript>${styleTag(about.nonce)}</noscript>`,
    body: `<noscript>${mainElement(content)}</noscript>`,
  }
}

function problemContent(
  refusal: Refusal,
  about: { locale: Locale; requestId: string; retryPath: string },
): PageContent {
  const messages = brandedMessages(about.locale)
  const { title, text } = messages.problems[refusal.code]
  const permission = refusal.requiredPermission
    ? `<p>${messages.pages.forbidden.missing}: <code>${escapeHtml(refusal.requiredPermission)}</code></p>`
    : ''
  return {
    title,
    body: `<p>${escapeHtml(text)}</p>${permission}
<a class="go" href="${escapeHtml(about.retryPath)}">${messages.shell.back}</a>`,
    foot: escapeHtml(formatMessage(messages.forms.requestId, { id: about.requestId })),
  }
}

/**
 * A complete page that only links to `href`. With `atOnce` the browser follows it automatically,
 * like a redirect but not as part of the preceding form post, which the CSP's `form-action`
 * restricts to this origin.
 */
export function plainLinkPage(about: {
  locale: Locale
  nonce: string
  title: string
  text: string
  link: { href: string; label: string }
  atOnce: boolean
}): HtmlText {
  const href = escapeHtml(about.link.href)
  return plainPage({
    ...about,
    head: about.atOnce ? `<meta http-equiv="refresh" content="0;url=${href}">` : '',
    body: `<p>${escapeHtml(about.text)}</p><a class="go" href="${href}">${escapeHtml(about.link.label)}</a>`,
  })
}

/**
 * A complete page with one question: a form that posts to its own address, with one button per
 * answer.
 */
export function plainChoicePage(about: {
  locale: Locale
  nonce: string
  title: string
  text: string
  foot: string
  name: string
  choices: readonly { value: string; label: string }[]
}): HtmlText {
  const { name, text, foot, choices } = about
  const buttons = choices.map(
    ({ value, label }, n) =>
      `<button class="go${n > 0 ? ' other' : ''}" name="${name}" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`,
  )
  return plainPage({
    ...about,
    body: `<p>${escapeHtml(text)}</p><form method="post">${buttons.join('')}</form>`,
    foot: escapeHtml(foot),
  })
}

/** `body` and `foot` are already HTML. */
interface PageContent {
  title: string
  body: string
  foot?: string
}

function plainPage(page: PageContent & { locale: Locale; nonce: string; head?: string }): HtmlText {
  return `<!doctype html><html lang="${page.locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${page.head ?? ''}<title>${escapeHtml(page.title)}</title>
${styleTag(page.nonce)}</head><body>${mainElement(page)}</body></html>` as HtmlText
}

function styleTag(nonce: string): string {
  return `<style nonce="${nonce}">${STYLE}${accentStyle(settings().brand.accentColor)}</style>`
}

function mainElement({ title, body, foot }: PageContent): string {
  return `<main><div class="body">${MARK}<h1>${escapeHtml(title)}</h1>
${body}</div>${foot ? `<footer><p>${foot}</p></footer>` : ''}</main>`
}
