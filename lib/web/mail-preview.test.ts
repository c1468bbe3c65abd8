import { expect, it } from 'vitest'
import { accentPalette } from '@/lib/brand/accent-palette'
import { renderMailHtml } from '@/lib/messaging/mail/render-mail'
import { mailPreview } from '@/lib/web/mail-texts'

const html = renderMailHtml({
  locale: 'en',
  brand: { productName: 'Acme <b>', accent: accentPalette('#1d4ed8'), logos: null, links: [] },
  subject: 'Hello <b>',
  greeting: 'Hello "style="',
  before: ['Text <script>alert(1)</script> style="color:red"'],
  facts: [{ label: 'When', value: 'now' }],
  button: { label: 'Open', url: 'http://localhost:3000/x?token=a&b', fallback: 'Or' },
  after: [],
  footer: ['why'],
})

it('keeps the look of a mail without anything that a policy with a nonce would refuse', () => {
  const shown = mailPreview(html, 'N0nce')
  expect(shown).not.toMatch(/<[^>]* style=/)
  expect([...shown.matchAll(/<style[^>]*>/g)].map(([tag]) => tag)).toEqual(
    Array<string>(2).fill('<style nonce="N0nce">'),
  )
  const inline = [...html.matchAll(/<[^<>]* style="([^"]*)"/g)].map(([, style]) => style!)
  expect(inline.length).toBeGreaterThan(5)
  for (const style of inline) expect(shown).toContain(`{${style}}`)
  // Which of an attribute and a class rule wins is decided by the order of the sheets.
  expect(shown.indexOf('.s0{')).toBeLessThan(shown.indexOf(':root{'))
})

it('leaves every text, address and tag as it was', () => {
  const bare = (text: string) =>
    text.replace(/<style.*?<\/style>\n?/gs, '').replace(/ (?:style|class)="[^"]*"/g, '')
  expect(bare(mailPreview(html, 'N0nce'))).toBe(bare(html))
})
