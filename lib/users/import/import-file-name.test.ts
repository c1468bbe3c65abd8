import { expect, it } from 'vitest'
import { displayFileName } from '@/lib/users/import/import-file'

it.each([
  ['users.csv', 'users.csv'],
  ['C:\\fakepath\\users.csv', 'users.csv'],
  ['/home/ada/users.csv', 'users.csv'],
  [' Müşteriler 2026.csv ', 'Müşteriler 2026.csv'],
  ['a\nb\u0000c.csv', 'abc.csv'],
  // Would otherwise read as "usersvsc.exe" in a list.
  ['users\u202Eexe.csv', 'usersexe.csv'],
  ['<img src=x>.csv', '<img src=x>.csv'],
  [`${'x'.repeat(300)}.csv`, `${'x'.repeat(254)}…`],
  ['\u0000', null],
  ['', null],
])(
  'an uploaded file’s name is shown without folders, on one line, and cut to 255 characters: %j',
  (sent, shown) => {
    expect(displayFileName(sent)).toBe(shown)
  },
)

it('reads only the end of a very long file name', () => {
  expect(displayFileName(`${'a\u0301'.repeat(500_000)}/users.csv`)).toBe('users.csv')
})
