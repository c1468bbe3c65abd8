import { expect, it } from 'vitest'
import { acceptedVersions, entityTag } from '@/lib/http/entity-tag'

it.each([null, '*', ' * '])('%j accepts any version', (header) => {
  expect(acceptedVersions(header)).toBeNull()
})

it.each([
  ['"7"', [7]],
  ['"7", "8"', [7, 8]],
  ['"7","x", "9"', [7, 9]],
  [entityTag(3), [3]],
  [entityTag(1_795_813_277_123), [1_795_813_277_123]],
])('%j accepts the listed versions', (header, versions) => {
  expect(acceptedVersions(header)).toEqual(versions)
})

it.each([
  'W/"7"',
  '7',
  '""',
  '',
  '"07"',
  '"7',
  '"7" "8"',
  '"7", *',
  "'7'",
  '"7e0"',
  `"${'9'.repeat(16)}"`,
  'x'.repeat(8000),
  '",'.repeat(4000),
])('%j accepts no version', (header) => {
  expect(acceptedVersions(header)).toEqual([])
})

it('does not match a weak tag beside a strong one', () => {
  expect(acceptedVersions('W/"7", "8"')).toEqual([8])
})
