import { expect, it } from 'vitest'
import { settings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { findArea } from '@/lib/settings/areas'
import { changeSettings } from '@/lib/settings/change-settings'
import { reloadSettings } from '@/lib/settings/follow-settings'
import { readArea } from '@/lib/settings/read-area'
import { useRoleStage } from '@/lib/testing/role-stage'
import { testContext as ctx } from '@/lib/testing/test-context'

const stage = useRoleStage()
const policy = findArea('policy')!

it('of twenty changes of an area seen in the same version one is made', async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      changeSettings(stage.admin, policy, { values: { password_min_length: 20 + i }, versions: [1] }, ctx()),
    ),
  )
  const winners = results.flatMap((result, i) => (result.ok ? [20 + i] : []))
  expect(winners).toHaveLength(1)
  expect(results.filter((result) => !result.ok && result.code === 'precondition_failed')).toHaveLength(19)
  await reloadSettings()
  expect(settings().passwords.minLength).toBe(winners[0])
  expect(await readArea(policy)).toMatchObject({ version: 2 })
  expect(await db().auditRecord.count({ where: { action: 'settings.changed', outcome: 'ok' } })).toBe(1)
})

it('twenty changes at once that belong together two by two never leave half of one', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      changeSettings(
        stage.admin,
        policy,
        { values: { max_login_attempts: 3 + i, lockout_duration: `${3 + i}m` }, versions: null },
        ctx(),
      ),
    ),
  )
  await reloadSettings()
  const { maxLoginAttempts, lockoutDurationSeconds } = settings().guard
  expect(lockoutDurationSeconds).toBe(maxLoginAttempts * 60)
  expect((await readArea(policy)).version).toBe(22)
})
