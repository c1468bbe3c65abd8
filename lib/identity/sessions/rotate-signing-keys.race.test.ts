import { beforeEach, expect, it } from 'vitest'
import { replaceLeakedKeys, rotateSigningKeys } from '@/lib/identity/sessions/rotate-signing-keys'
import { findSwitch, listSigningKeys } from '@/lib/identity/sessions/signing-key.store'
import { db } from '@/lib/platform/db/database'
import { twenty } from '@/tests/kit/at-once'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeEach(async () => {
  useSettings()
  await db().$executeRaw`DELETE FROM signing_keys`
  await db().$executeRaw`DELETE FROM signing_switch`
})

it('of twenty concurrent rotations, one adds a key, and all name it', async () => {
  const now = new Date()
  const results = await twenty(() => rotateSigningKeys(now))
  const [stored, ...more] = await listSigningKeys(db())
  expect(more).toEqual([])
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(results.map(({ kid }) => kid))).toEqual(new Set([stored!.kid]))
  expect(await findSwitch(db())).toEqual(stored!.signsFrom)
})

it('of twenty rotations and replacements, a replacement always leaves a key that signs', async () => {
  const now = new Date()
  await rotateSigningKeys(now)
  const [leaked] = await listSigningKeys(db())
  await twenty((n) => (n % 2 === 0 ? rotateSigningKeys(now) : replaceLeakedKeys(now)))
  const stored = await listSigningKeys(db())
  expect(stored.map(({ kid }) => kid)).not.toContain(leaked!.kid)
  expect(stored.some(({ signsFrom }) => signsFrom <= now)).toBe(true)
})
