import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  consumeEmailToken,
  discardEmailToken,
  discardEmailTokens,
  issueEmailToken,
  peekEmailToken,
  purgeEmailTokens,
} from '@/lib/accounts/email-token.store'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { sha256 } from '@/lib/platform/crypto'
import { db, type Db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const NOW = new Date('2026-11-21T12:00:00.000Z')

beforeAll(() => {
  loadSettings({ AUTH_VERIFY_TOKEN_TTL: '24h', AUTH_RESET_TOKEN_TTL: '60s' })
})

async function issued(kind: 'verify_email' | 'reset_password' = 'reset_password') {
  const user = await insertUser()
  const token = await issueEmailToken(db(), { userId: user.id, kind, email: user.email }, NOW)
  return { user, token }
}
const consume = (
  token: string,
  now = NOW,
  kind: 'verify_email' | 'reset_password' = 'reset_password',
) => consumeEmailToken(db(), { token, kind, now })

describe('email tokens', () => {
  it('contain 256 random bits, and only their SHA-256 is stored', async () => {
    const { user, token } = await issued()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const row = await db().emailToken.findFirstOrThrow({ where: { userId: user.id } })
    expect(Buffer.from(row.tokenHash)).toEqual(sha256(token))
    expect(JSON.stringify(row)).not.toContain(token)
  })

  it('work once', async () => {
    const { user, token } = await issued()
    expect(await consume(token)).toEqual({
      userId: user.id,
      email: user.email,
      proven: true,
      issuedById: null,
      sessionId: null,
      addressChanged: false,
    })
    expect(await consume(token)).toBeNull()
    expect(await peekEmailToken(db(), { token, kind: 'reset_password', now: NOW })).toBeNull()
  })

  it('work until the last second of their lifetime and no longer', async () => {
    const { token } = await issued()
    expect(await consume(token, addSeconds(NOW, 60))).toBeNull()
    expect(await consume(token, addSeconds(NOW, 59))).not.toBeNull()
  })

  it('have the lifetime configured for their kind', async () => {
    const { token } = await issued('verify_email')
    expect(await consume(token, addSeconds(NOW, 86_399), 'verify_email')).not.toBeNull()
  })

  it('are invalid for any other purpose', async () => {
    const reset = await issued('reset_password')
    const verify = await issued('verify_email')
    expect(await consume(reset.token, NOW, 'verify_email')).toBeNull()
    expect(await consume(verify.token, NOW, 'reset_password')).toBeNull()
    expect(await consume(reset.token)).not.toBeNull()
  })

  it("are invalid after the account's address changes", async () => {
    const { user, token } = await issued()
    await db().user.update({ where: { id: user.id }, data: { email: `new-${user.email}` } })
    expect(await peekEmailToken(db(), { token, kind: 'reset_password', now: NOW })).toBeNull()
    expect(await consume(token)).toBeNull()
  })

  it('can be peeked at without being consumed', async () => {
    const { user, token } = await issued()
    const seen = await peekEmailToken(db(), { token, kind: 'reset_password', now: NOW })
    expect(seen).toEqual({
      userId: user.id,
      email: user.email,
      proven: true,
      issuedById: null,
      sessionId: null,
      addressChanged: false,
    })
    expect(await peekEmailToken(db(), { token, kind: 'verify_email', now: NOW })).toBeNull()
    expect(await consume(token)).not.toBeNull()
  })

  it.each([
    '',
    'a'.repeat(42),
    'a'.repeat(44),
    'a'.repeat(42) + '=',
    'a'.repeat(43) + '\n',
    "' OR 1=1 --",
    '\0',
  ])("don't reach the database when malformed: %j", async (token) => {
    const untouchable = { $queryRaw: vi.fn() } as unknown as Db
    expect(
      await consumeEmailToken(untouchable, { token, kind: 'reset_password', now: NOW }),
    ).toBeNull()
    expect(
      await peekEmailToken(untouchable, { token, kind: 'reset_password', now: NOW }),
    ).toBeNull()
    expect(untouchable.$queryRaw).not.toHaveBeenCalled()
  })

  it('are discarded one by one, by kind, or all of a user', async () => {
    const { user, token } = await issued()
    const about = { userId: user.id, email: user.email }
    const verify = await issueEmailToken(db(), { ...about, kind: 'verify_email' }, NOW)
    const second = await issueEmailToken(db(), { ...about, kind: 'reset_password' }, NOW)
    await discardEmailToken(db(), token)
    expect(await consume(token)).toBeNull()
    await discardEmailTokens(db(), { userId: user.id, kind: 'verify_email' })
    expect(await consume(verify, NOW, 'verify_email')).toBeNull()
    expect(
      await peekEmailToken(db(), { token: second, kind: 'reset_password', now: NOW }),
    ).not.toBeNull()
    await discardEmailTokens(db(), { userId: user.id })
    expect(await consume(second)).toBeNull()
  })

  it('are purged in batches a day after they expired', async () => {
    await db().emailToken.deleteMany()
    const { token } = await issued()
    await issued()
    await issued()
    const aDayLater = addSeconds(NOW, 60 + 86_400)
    expect(await purgeEmailTokens(db(), addSeconds(aDayLater, -1), 2)).toBe(0)
    expect(await peekEmailToken(db(), { token, kind: 'reset_password', now: NOW })).not.toBeNull()
    expect(await purgeEmailTokens(db(), aDayLater, 2)).toBe(2)
    expect(await purgeEmailTokens(db(), aDayLater, 2)).toBe(1)
  })
})
