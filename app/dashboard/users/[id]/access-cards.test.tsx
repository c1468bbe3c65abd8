import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RoleBox } from '@/app/dashboard/users/[id]/access-cards'
import { en } from '@/lib/i18n/en'

type Role = Parameters<typeof RoleBox>[0]['role']

const hiddenFields = (held: boolean, grantable: boolean) => {
  const role = {
    id: 'r',
    name: 'sales',
    description: null,
    isSystem: false,
    grantable,
    missing: [],
  }
  const box = <RoleBox role={role as unknown as Role} held={held} kept={false} messages={en} />
  return renderToStaticMarkup(box).match(/<input type="hidden"[^>]*>/g) ?? []
}

it('a held role that the viewer may not give stays when others are changed', () => {
  expect(hiddenFields(true, false)).toEqual([expect.stringContaining('value="sales"')])
  expect(hiddenFields(false, false)).toEqual([])
  expect(hiddenFields(true, true)).toEqual([])
})
