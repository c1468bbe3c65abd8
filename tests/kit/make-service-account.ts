import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { testContext } from '@/tests/kit/test-context'
import { createServiceAccount } from '@/lib/users/create-service-account'

/**
 * A service account with these roles, created by a new administrator. Returns its id and address.
 */
export async function makeServiceAccount(
  roles: readonly string[] = ['user'],
  name = 'Billing exporter',
): Promise<{ id: string; email: string }> {
  const creator = await holderOf('users:activate')
  const made = await createServiceAccount(creator, { name, roles: ['user'] }, testContext())
  if (!made.ok) throw new Error(made.code)
  const { id: userId, email } = made.user
  const others = await db().role.findMany({ where: { nameKey: { in: [...roles] } } })
  await db().userRole.createMany({
    data: others.map(({ id: roleId }) => ({ userId, roleId })),
    skipDuplicates: true,
  })
  return { id: userId, email }
}
