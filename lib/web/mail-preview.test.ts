import { expect, it } from 'vitest'
import { accentPalette } from '@/lib/brand/accent-palette'
import { renderMailHtml } from '@/lib/messaging/mail/render-mail'
import { mailPreview } from '@/lib/web/mail-preview'

const html = renderMailHtml({
  locale: 'en',
  brand: { productName: 'Acme <b>', accent: accentPalette('#1d4ed8'), logos: null, links: [] },
  subject: 'Hello <b>',
  greeting: 'Hello "style="',
  before: [['Text <script>alert(1)</script> style="color:red"']],
  facts: [{ label: 'When', value: 'now' }],
  button: { label: 'Open', url: 'http://localhost:3000/x?token=a&b', fallback: 'Or' },
  after: [],
  footer: ['why'],
})

it('keeps the look of an email without anything that a CSP with a nonce blocks', () => {
  const shown = mailPreview(html, 'N0nce')
  expect(shown).not.toMatch(/<[^>]* style=/)
  expect([...shown.matchAll(/<style[^>]*>/g)].map(([tag]) => tag)).toEqual(
    Array<string>(2).fill('<style nonce="N0nce">'),
  )
  const inline = [...html.matchAll(/<[^<>]* style="([^"]*)"/g)].map(([, style]) => style!)
  expect(inline.length).toBeGreaterThan(5)
  for (const style of inline) expect(shown).toContain(`{${style}}`)
  // Whether an attribute's rule or a class rule wins depends on the order of the style sheets.
  expect(shown.indexOf('.s0{')).toBeLessThan(shown.indexOf(':root{'))
})

it('keeps every text, link and tag unchanged', () => {
  const bare = (text: string) =>
    text.replace(/<style.*?<\/style>\n?/gs, '').replace(/ (?:style|class)="[^"]*"/g, '')
  expect(bare(mailPreview(html, 'N0nce'))).toBe(bare(html))
})
