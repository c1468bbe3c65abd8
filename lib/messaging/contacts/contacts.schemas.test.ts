import { describe, expect, it } from 'vitest'
import { contactBody, contactStatusBody } from '@/lib/messaging/contacts/contacts.schemas'

const GOOD = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'How are you?' }
/** The error codes by field. */
const faults = (changed: object) => {
  const parsed = contactBody.safeParse({ ...GOOD, ...changed })
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path[0], message])
}

describe('a contact message', () => {
  it('trims and Unicode-normalizes its fields, lower-cases the address and unifies line breaks', () => {
    const typed = {
      name: '  Zoe\u0308 ',
      email: ' Ada@Example.COM ',
      subject: ' Hi ',
      message: ' a\r\nb\rc\td ',
    }
    expect(contactBody.parse(typed)).toEqual({
      name: 'Zo\u00eb',
      email: 'ada@example.com',
      subject: 'Hi',
      message: 'a\nb\nc\td',
    })
  })

  it.each([
    ['name', 100],
    ['subject', 150],
    ['message', 4000],
  ])('accepts a %s of at most %i characters', (field, max) => {
    expect(faults({ [field]: 'x'.repeat(max) })).toEqual([])
    expect(faults({ [field]: 'x'.repeat(max + 1) })).toEqual([[field, 'too_long']])
  })

  it('accepts an address of at most 254 characters', () => {
    const address = (end: string) => `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}${end}.com`
    expect(address('cc')).toHaveLength(254)
    expect(faults({ email: address('cc') })).toEqual([])
    expect(faults({ email: address('ccc') })).toEqual([['email', 'too_long']])
  })

  it.each(['name', 'email', 'subject', 'message'])('requires its %s', (field) => {
    for (const value of [undefined, '', '   '])
      expect(faults({ [field]: value }).map(([path]) => path)).toContain(field)
    expect(faults({ [field]: 5 })).not.toEqual([])
  })

  it.each([
    'Ada\r\nBcc: all@example.com',
    'Ada\n',
    'Ada\0',
    'Ada\u2028x',
    'Ada\u202egnp.exe',
    'Ada\u001b[2J',
    'Ada\ud800',
  ])('accepts no header or invisible character in a single line: %j', (value) => {
    for (const field of ['name', 'subject'])
      expect(faults({ [field]: value })).toContainEqual([field, 'invalid_characters'])
  })

  it.each(['ada@example.com\r\nBcc: all@example.com', 'ada@example.com\n', 'ada@example.com\0'])(
    'accepts no header or invisible character in the address: %j',
    (email) => {
      expect(faults({ email })).toContainEqual(['email', 'invalid_characters'])
    },
  )

  it.each(['a\0b', 'a\u001bb', 'a\ud800b', 'a\u0085b'])(
    'accepts no control characters in the text: %j',
    (message) => {
      expect(faults({ message })).toEqual([['message', 'invalid_characters']])
    },
  )
})

it('accepts only the three statuses, without other fields', () => {
  expect(contactStatusBody.safeParse({ status: 'read' }).success).toBe(true)
  for (const body of [{}, { status: 'gone' }, { status: 'read', name: 'x' }])
    expect(contactStatusBody.safeParse(body).success).toBe(false)
})
