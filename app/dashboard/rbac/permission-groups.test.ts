import { expect, it } from 'vitest'
import { groupPermissions } from '@/app/dashboard/rbac/permission-groups'

it('groups the permissions of applications by application and group', () => {
  const of = (name: string, application: string | null, group: string | null) => ({
    name,
    application,
    group,
  })
  const grouped = groupPermissions([
    of('users:list', null, null),
    of('shop:orders:refund', 'shop', 'Orders'),
    of('crm:notes:read', 'crm', null),
    of('crm:contacts:export', 'crm', 'Contacts'),
    of('crm:contacts:read', 'crm', 'Contacts'),
  ])
  expect(
    grouped.map(({ application, groups }) => [
      application,
      groups.map(({ group, permissions }) => [group, permissions.map(({ name }) => name)]),
    ]),
  ).toEqual([
    [
      'crm',
      [
        [null, ['crm:notes:read']],
        ['Contacts', ['crm:contacts:export', 'crm:contacts:read']],
      ],
    ],
    ['shop', [['Orders', ['shop:orders:refund']]]],
  ])
})
