import { expect, it } from 'vitest'
import { normalizeDomain, normalizeEmail } from '@/lib/config/email-address'

it.each([
  [' Ada@Example.ORG ', 'ada@example.org'],
  ['Ada@Bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BU\u0308CHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['ada@ıspanak.com.tr', 'ada@xn--spanak-o9a.com.tr'],
  ['ada@ΟΔΟΣ-Α.example', 'ada@xn----zlbh7bby.example'],
  ['ada@οδοσ-α.example', 'ada@xn----zlbh7bby.example'],
  ['ada@οδος-α.example', 'ada@xn----zlbh7bbs.example'],
  ['ada@straße.example', 'ada@xn--strae-oqa.example'],
])('%s is the address %s', (typed, email) => {
  expect(normalizeEmail(typed)).toBe(email)
  const domain = typed.trim().slice(typed.trim().lastIndexOf('@') + 1)
  expect(normalizeDomain(domain)).toBe(email.slice(email.lastIndexOf('@') + 1))
})

it.each([
  ['a soft hyphen', 'ada@exam\u00adple.org'],
  ['a zero-width joiner', 'ada@exam\u200dple.org'],
  ['a variation selector', 'ada@exampl\u00e9\ufe0f.org'],
  ['a full-width letter', 'ada@\uff45xample.org'],
  ['a full-width dot', 'ada@b\u00fccher\uff0eexample'],
  ['an ideographic dot', 'ada@b\u00fccher\u3002example'],
  ['a full-width @', 'ada\uff20b\u00fccher.example'],
  ['a slash in one character', 'ada@\u2100.example'],
  ['a Kelvin sign', 'ada@boo\u212a.example'],
  ['a Kelvin sign in an internationalized domain', 'ada@boo\u212a.b\u00fccher.example'],
  ['an Angstrom sign', 'ada@\u212bb.example'],
  ['an Ohm sign', 'ada@\u2126-\u03b1.example'],
  ['a ligature', 'ada@\ufb01\u00fc.example'],
  ['an encoded character', 'ada@b\u00fccher%2eexample'],
  ['a path', 'ada@b\u00fccher.example/x'],
  ['a port', 'ada@b\u00fccher.example:25'],
  ['full-width digits', 'ada@\uff11\uff12\uff17.0.0.1'],
  ['a label that mixes directions', 'ada@\u05d0a.example'],
  ['a long domain', `ada@${'ü'.repeat(254)}.example`],
])('%s stands for no other address', (_, typed) => {
  expect(normalizeEmail(typed)).toBe(typed)
})

it('a local part keeps a character whose lowercase form is ASCII', () => {
  expect(normalizeEmail('\u212ata@example.org')).toBe('\u212ata@example.org')
  expect(normalizeEmail('\u212ata@b\u00fccher.example')).toBe('\u212ata@xn--bcher-kva.example')
})
