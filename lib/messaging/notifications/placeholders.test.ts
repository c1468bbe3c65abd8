import { expect, it } from 'vitest'
import { fillPlaceholders, hasUnknownPlaceholder } from '@/lib/messaging/notifications/placeholders'

const ADA = { name: 'Ada', email: 'ada@example.com' }

it('name and address are filled in, wherever and however often they stand', () => {
  expect(fillPlaceholders('{{name}}, {{ email }}: {{name}}', ADA)).toBe('Ada, ada@example.com: Ada')
})

it.each([null, '', ' \n '])('who has no name is called by their address: %j', (name) => {
  expect(fillPlaceholders('Hello {{name}}', { ...ADA, name })).toBe('Hello ada@example.com')
})

it.each(['{{email}}', '$&', '$1', '{{name}}', '{{7*7}}'])(
  'a name is never evaluated: %j',
  (name) => {
    expect(fillPlaceholders('Hello {{name}}!', { ...ADA, name })).toBe(`Hello ${name}!`)
  },
)

it('a name cannot begin another header of a mail, or turn the direction of the line', () => {
  const name = 'Ada\r\nBcc: x@example.com\u202E'
  expect(fillPlaceholders('{{name}}', { ...ADA, name })).toBe('Ada Bcc: x@example.com')
})

it.each(['{{phone}}', '{{7*7}}', '{{}}', 'Hi {{name}} {{constructor}}', '{{__proto__}}'])(
  'nothing else can be filled in: %j',
  (text) => {
    expect(hasUnknownPlaceholder(text)).toBe(true)
    expect(fillPlaceholders(text, ADA)).toBe(text.replace('{{name}}', 'Ada'))
  },
)

it.each(['', 'Hello', '{name}', '{{name}} {{ email }}', '{{', '}}{{name}}'])(
  'what is known: %j',
  (text) => {
    expect(hasUnknownPlaceholder(text)).toBe(false)
  },
)
