import { describe, expect, test } from 'vitest'
import { placeholdersOf } from '@/lib/i18n/format'
import { locales } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import { problems } from '@/lib/platform/problems'

function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]])
  return new Map(
    Object.entries(value as Record<string, unknown>).flatMap(([key, child]) => [
      ...flatten(child, path ? `${path}/${key}` : key),
    ]),
  )
}

const english = flatten(messagesFor('en'))

describe.each(locales)('the dictionary %s', (locale) => {
  const texts = flatten(messagesFor(locale))

  test('has the keys of the English one', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('uses the placeholders of the English one', () => {
    for (const [key, text] of texts)
      expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(english.get(key)!)])
  })

  test('leaves no text empty or padded', () => {
    for (const [key, text] of texts) expect([key, text.trim()]).toEqual([key, text || 'a text'])
  })

  test('says that a reset of two-step verification removes passkeys', () => {
    const { resetText, done } = messagesFor(locale).userDetail.signInMethods
    const words = { en: 'passkeys', tr: 'geçiş anahtarları' }
    for (const text of [resetText, done]) expect(text).toContain(words[locale])
  })

  test('explains every problem', () => {
    expect(Object.keys(messagesFor(locale).problems).sort()).toEqual(Object.keys(problems).sort())
  })
})

test('a problem has the same title in the API and on its page', () => {
  const onPages = Object.entries(messagesFor('en').problems).map(([code, { title }]) => [
    code,
    title,
  ])
  const inApi = Object.entries(problems).map(([code, [, title]]) => [code, title])
  expect(Object.fromEntries(onPages)).toEqual(Object.fromEntries(inApi))
})

test('the Turkish texts are translated, not copied', () => {
  const same = [...flatten(messagesFor('tr'))]
    .filter(([key, text]) => text === english.get(key))
    .map(([key]) => key)
  expect(same.sort()).toEqual(['shell/languageNames/en', 'shell/languageNames/tr'])
})

test('no Turkish suffix hangs on a placeholder, whose vowels are unknown', () => {
  for (const [key, text] of flatten(messagesFor('tr')))
    expect([key, text]).toEqual([key, expect.not.stringMatching(/\}[’']?\p{L}/u)])
})
