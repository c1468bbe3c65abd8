import { expect, it } from 'vitest'
import { emailSpellings } from '@/lib/users/erasure/email-spellings'

it('an address with an internationalized domain has two spellings', () => {
  expect(emailSpellings('ada@example.org')).toEqual(['ada@example.org'])
  expect(emailSpellings('ada@xn--.example')).toEqual(['ada@xn--.example'])
  expect(emailSpellings('ada@xn--bcher-kva.example')).toEqual([
    'ada@xn--bcher-kva.example',
    'ada@bücher.example',
  ])
})
