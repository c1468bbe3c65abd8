import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { changeLogo } from '@/lib/settings/brand-area'
import { changeSettings } from '@/lib/settings/change-settings'
import { reloadSettings } from '@/lib/settings/follow-settings'
import { readArea } from '@/lib/settings/settings-area'
import { findArea } from '@/lib/settings/settings-areas'
import { useRoleStage } from '@/tests/kit/role-stage'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { picture, receivedFile } from '@/tests/kit/upload-files'

const stage = useRoleStage()
const policy = findArea('policy')!

it('of twenty concurrent changes of one version of an area, one succeeds', async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      changeSettings(
        stage.admin,
        policy,
        { values: { password_min_length: 20 + i }, versions: [1] },
        ctx(),
      ),
    ),
  )
  const winners = results.flatMap((result, i) => (result.ok ? [20 + i] : []))
  expect(winners).toHaveLength(1)
  expect(
    results.filter((result) => !result.ok && result.code === 'precondition_failed'),
  ).toHaveLength(19)
  await reloadSettings()
  expect(settings().passwords.minLength).toBe(winners[0])
  expect(await readArea(policy)).toMatchObject({ version: 2 })
  expect(
    await db().auditRecord.count({ where: { action: 'settings.changed', outcome: 'ok' } }),
  ).toBe(1)
})

it('twenty concurrent changes of two related settings never mix their values', async () => {
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

it('of twenty logos uploaded at once, one is kept, and the files of the others are deleted', async () => {
  const folder = temporaryFolder()
  useSettings({ DATA_DIR: folder })
  const file = receivedFile(await picture(30, 10).png().toBuffer(), 'image/png')
  const results = await Promise.all(
    Array.from({ length: 20 }, () =>
      changeLogo(stage.admin, { background: 'light', file, password: undefined }, ctx()),
    ),
  )
  expect(results.every(({ ok }) => ok)).toBe(true)
  await reloadSettings()
  const kept = () => db().upload.findMany({ select: { id: true } })
  await until('replaced logos are removed', 10_000, async () => (await kept()).length === 1)
  expect(await kept()).toEqual([{ id: settings().brand.logoLightUploadId }])
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile())).toHaveLength(1)
})
