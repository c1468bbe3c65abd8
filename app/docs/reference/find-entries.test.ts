import { expect, it } from 'vitest'
import { findEntries, type SearchGroup } from '@/app/docs/reference/find-entries'

const title = (text: string) => ({ text, lang: 'en' as const })
const group = (name: string, names: string[]): SearchGroup => ({
  href: `/docs/${name}`,
  title: title(name),
  description: title(''),
  entries: names.map((entry) => ({
    href: `/docs/${name}/${entry}`,
    title: title(entry),
    detail: `GET /${entry}`,
    words: 'résumé',
  })),
})
const groups = [
  group('Sessions', ['List', 'Revoke']),
  { ...group('Errors', ['locked']), onlyFound: true as const },
  group('Empty', []),
]
const found = (typed: string) =>
  findEntries(groups, typed, 'en').map(({ title: { text }, entries }) => [
    text,
    entries.map((entry) => entry.title.text),
  ])

it.each(['', '  '])('lists everything but what only a search finds: %j', (typed) => {
  expect(found(typed)).toEqual([['Sessions', ['List', 'Revoke']]])
})

it.each([
  ['revoke', [['Sessions', ['Revoke']]]],
  ['get /locked', [['Errors', ['locked']]]],
  ['SESSIONS list', [['Sessions', ['List']]]],
  [
    'resume',
    [
      ['Sessions', ['List', 'Revoke']],
      ['Errors', ['locked']],
    ],
  ],
  ['sessions locked', []],
])('finds %j by title, detail, words, and the title of its group', (typed, expected) => {
  expect(found(typed)).toEqual(expected)
})
