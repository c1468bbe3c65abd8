import { expect, it } from 'vitest'
import { fillPlaceholders, hasUnknownPlaceholder } from '@/lib/messaging/notifications/placeholders'

const ADA = { name: 'Ada', email: 'ada@example.com' }

it('fills in name and address wherever and however often they appear', () => {
  expect(fillPlaceholders('{{name}}, {{ email }}: {{name}}', ADA)).toBe('Ada, ada@example.com: Ada')
})

it.each([null, '', ' \n '])('uses the address if there is no name: %j', (name) => {
  expect(fillPlaceholders('Hello {{name}}', { ...ADA, name })).toBe('Hello ada@example.com')
})

it.each(['{{email}}', '$&', '$1', '{{name}}', '{{7*7}}'])('never evaluates a name: %j', (name) => {
  expect(fillPlaceholders('Hello {{name}}!', { ...ADA, name })).toBe(`Hello ${name}!`)
})

it('keeps a name from injecting an email header or changing the text direction', () => {
  const name = 'Ada\r\nBcc: x@example.com\u202E'
  expect(fillPlaceholders('{{name}}', { ...ADA, name })).toBe('Ada Bcc: x@example.com')
})

it.each(['{{phone}}', '{{7*7}}', '{{}}', 'Hi {{name}} {{constructor}}', '{{__proto__}}'])(
  'reports an unknown placeholder and leaves it in place: %j',
  (text) => {
    expect(hasUnknownPlaceholder(text)).toBe(true)
    expect(fillPlaceholders(text, ADA)).toBe(text.replace('{{name}}', 'Ada'))
  },
)

it.each(['', 'Hello', '{name}', '{{name}} {{ email }}', '{{', '}}{{name}}'])(
  'reports no unknown placeholder in %j',
  (text) => {
    expect(hasUnknownPlaceholder(text)).toBe(false)
  },
)
