import { expect, it } from 'vitest'
import { createPermission, retirePermission } from '@/lib/access/change-permission'
import { syncPermissions } from '@/lib/access/sync-permissions'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { expectRefused, NOW, useRoleStage } from '@/tests/kit/role-stage'
import { testContext } from '@/tests/kit/test-context'

const stage = useRoleStage()
const ctx = () => testContext({ now: NOW })
const permissionOf = (application: string) => ({
  name: `${application}:contacts:purge`,
  ...{ description: 'Delete contacts', group: null, privileged: false },
})

it.each([
  [
    'in a sync',
    'permission.synced',
    (actor: Principal) =>
      syncPermissions(actor, { application: 'crm', permissions: [permissionOf('crm')] }, ctx()),
  ],
  [
    'when it is created again',
    'permission.created',
    (actor: Principal) => createPermission(actor, permissionOf('shop'), ctx()),
  ],
] as const)(
  'a privileged permission that returns %s loses its protection only by those who have it',
  async (_, action, bring) => {
    const { name, ...texts } = permissionOf(action === 'permission.synced' ? 'crm' : 'shop')
    await createPermission(stage.admin, { ...texts, name, privileged: true }, ctx())
    await retirePermission(stage.admin, { name }, ctx())
    const stored = () => db().permission.findUnique({ where: { name } })
    const before = await stored()
    expect(before).toMatchObject({ privileged: true, retiredAt: expect.any(Date) })
    await expectRefused(() => bring(stage.keeper), 'privilege_escalation', action)
    expect(await stored()).toEqual(before)
    expect(await bring(stage.admin)).toMatchObject({ ok: true })
    expect(await stored()).toMatchObject({ privileged: false, retiredAt: null })
  },
)
