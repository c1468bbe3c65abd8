import { randomBytes } from 'node:crypto'
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

it('says what it deleted before a table failed, and reports the failure', async () => {
  const { id: userId, email } = await insertUser()
  const ctx = testContext()
  const expiresAt = addSeconds(ctx.now, -YEAR_SECONDS)
  const link = { userId, kind: 'reset_password' as const, email, createdAt: expiresAt, expiresAt }
  const links = Array.from({ length: 201 }, () => ({ ...link, tokenHash: randomBytes(32) }))
  await db().emailToken.createMany({ data: links })
  // The second batch fails.
  await db().$executeRaw`CREATE FUNCTION refuse_few() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN IF (SELECT count(*) FROM email_tokens) < 200 THEN RAISE ''refused''; END IF; RETURN NULL; END'`
  await db().$executeRaw`CREATE TRIGGER refuse_few BEFORE DELETE ON email_tokens
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_few()`
  try {
    await expect(purgeExpired(false, ctx)).rejects.toThrow('refused')
  } finally {
    await db().$executeRaw`DROP FUNCTION refuse_few CASCADE`
  }
  const where = { action: 'data.purged', requestId: ctx.requestId }
  const { details } = await db().auditRecord.findFirstOrThrow({ where })
  expect(details).toMatchObject({ deleted: { email_tokens: 200 }, failed_table: 'email_tokens' })
})
