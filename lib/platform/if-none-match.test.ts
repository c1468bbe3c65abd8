import { expect, it } from 'vitest'
import { matchesEntityTag } from '@/lib/platform/if-none-match'

it.each(['"x"', 'W/"x"', '"a", "x"', '"a",W/"x" ', '*', ' * '])('%j names the tag', (header) => {
  expect(matchesEntityTag(header, '"x"')).toBe(true)
})

it.each([null, '', 'x', '"a"', 'W/"a", "b"', 'w/"x"', '"x'])(
  '%j does not name the tag',
  (header) => {
    expect(matchesEntityTag(header, '"x"')).toBe(false)
  },
)
