import { expect, it } from 'vitest'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { purgeExpired } from '@/server/ctl/purge'

useSettings()
useTestDatabase()

const YEAR_SECONDS = 365 * 86_400
const count = async () => [await db().emailToken.count(), await db().auditRecord.count()]

it('counts expired rows without deleting them, then deletes exactly those, and says so', async () => {
  const { id: userId, email } = await insertUser({ email: 'ada@example.org' })
  const ctx = testContext()
  const link = { userId, kind: 'reset_password' as const, email }
  await issueEmailToken(db(), link, addSeconds(ctx.now, -YEAR_SECONDS))
  await issueEmailToken(db(), { ...link, kind: 'invitation' }, ctx.now)
  const [tokens, records] = await count()

  expect(await purgeExpired(true, ctx)).toMatchObject({ email_tokens: 1, session_families: 0 })
  expect(await count()).toEqual([tokens, records])

  expect(await purgeExpired(false, ctx)).toMatchObject({ email_tokens: 1, session_families: 0 })
  expect(await count()).toEqual([tokens! - 1, records! + 1])
  expect(await db().emailToken.findFirst()).toMatchObject({ kind: 'invitation' })
  const record = await db().auditRecord.findFirst({ where: { action: 'data.purged' } })
  expect(record?.details).toMatchObject({ deleted: { email_tokens: 1 } })
})
