import { expect, it } from 'vitest'
import { emailSpellings } from '@/lib/users/erasure/email-spellings'

it('an address with an internationalized domain has two spellings', () => {
  expect(emailSpellings('ada@example.org')).toEqual(['ada@example.org'])
  const stored = 'ada@xn--bcher-kva.example'
  expect(emailSpellings(stored)).toEqual([stored, 'ada@bücher.example'])
  expect(emailSpellings('ada@bücher.example')).toEqual(['ada@bücher.example', stored])
})

it.each([
  'ada@xn--.example',
  'ada@xn--example-.com',
  'ada@xn--example-.xn--bcher-kva.example',
  'ada@xn--STRASSE-.example',
  'ada@xn--b-cja0a.xn--com-',
  'ada',
])('an invalid label gives %s no spelling that is the address of another', (email) => {
  expect(emailSpellings(email).map((spelling) => spelling.toLowerCase())).toContain(
    email.toLowerCase(),
  )
  expect(new Set(emailSpellings(email).map((spelling) => spelling.toLowerCase())).size).toBe(1)
})
