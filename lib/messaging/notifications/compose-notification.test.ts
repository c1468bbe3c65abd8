import { beforeEach, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { composeNotificationMail } from '@/lib/messaging/notifications/compose-notification'
import { newId } from '@/lib/platform/ids'

type Batch = Parameters<typeof composeNotificationMail>[0]

const EVIL = 'Blocked, see https://evil.example/secure'
const OWN = /^(https:\/\/login\.example|http:\/\/localhost:3000)\//
const ada = {
  id: newId(),
  email: 'ada@example.com',
  name: EVIL,
  locale: 'en',
  takesInbox: true,
  takesEmail: true,
  takesSms: false,
  phone: null,
  optedOut: false,
}

beforeEach(() => void loadSettings({ AUTH_EMAIL_LINK_BASE_URL: 'https://login.example' }))

function compose(body: string, { personal = true, name = EVIL } = {}) {
  const batch = { id: newId(), createdAt: new Date(), title: 'News', href: null, body, personal }
  const { text, html } = composeNotificationMail(batch as Batch, { ...ada, name })
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url!)
  return { text, html, links: links.filter((url) => !OWN.test(url)) }
}

it.each(['Hello {{name}},\n\nthere is news.', 'https://{{name}}', 'https://acme.example{{name}}'])(
  "makes no link of a URL in the reader's name: %j",
  (body) => {
    const { text, html, links } = compose(body)
    expect(text).toContain(EVIL)
    expect(html).toContain(EVIL)
    expect(links).toEqual([])
  },
)

it("makes no link of a URL in the reader's name in the greeting", () => {
  const { html, links } = compose('News', { personal: false })
  expect(html).toContain(`Hello ${EVIL},`)
  expect(links).toEqual([])
})

it('links the URLs of the text itself, also with a placeholder', () => {
  const { links } = compose(
    '{{name}}, see https://acme.example/news\nor https://acme.example/?of={{ name }}&x=1 today.',
    { name: 'Ada' },
  )
  expect(links).toEqual(['https://acme.example/news', 'https://acme.example/?of=Ada&amp;x=1'])
})

it('links URLs of a text without placeholders, and our own', () => {
  const { html, links } = compose('See https://acme.example/news', { personal: false })
  expect(links).toEqual(['https://acme.example/news'])
  expect(html).toContain('href="https://login.example/dashboard/account/notifications"')
  expect(html).toMatch(/Unsubscribe: <a href="http:\/\/localhost:3000\/api\/v1\/unsubscribe/)
})

it('fills placeholders that contain a line break, and keeps those of plain texts', () => {
  expect(compose('Hello {{\nname }}!', { name: 'Ada' }).text).toContain('Hello Ada!')
  expect(compose('Write {{ name }}.', { personal: false }).text).toContain('Write {{ name }}.')
})
