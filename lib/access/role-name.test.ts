import { expect, it } from 'vitest'
import { roleNameKey } from '@/lib/access/role.schemas'

it.each([
  ['Admin', 'aDMIN'],
  ['admin', ' admin\u3000'],
  ['admin', '\uFF41dmin'], // full-width a
  ['\u2460', '1'], // circled digit
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['e\u0301quipe', 'Équipe'],
])('treats %j and %j as the same role name', (one, other) => {
  expect(roleNameKey(one)).toBe(roleNameKey(other))
})

it.each([
  ['admin', 'admin2'],
  ['sales team', 'salesteam'],
])('treats %j and %j as different role names', (one, other) => {
  expect(roleNameKey(one)).not.toBe(roleNameKey(other))
})
