import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { forgotPassword } from '@/lib/identity/passwords/reset-password'
import { register, resendVerification } from '@/lib/identity/registration/register'
import { login } from '@/lib/identity/sign-in/login'
import { db } from '@/lib/platform/db/database'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import {
  type BotCheckStandIn,
  humanToken,
  startBotCheckStandIn,
} from '@/tests/kit/stand-ins/bot-check-stand-in'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
let standIn: BotCheckStandIn
beforeAll(async () => {
  standIn = await startBotCheckStandIn()
  useSettings({ ...standIn.env, APP_BASE_URL: 'http://localhost:3000' })
  await syncCatalog(new Date())
})
afterAll(() => standIn.close())

const written = async () => ({
  users: await db().user.count(),
  jobs: await db().job.count(),
  audits: await db().auditRecord.count(),
  attempts: await db().loginGuard.count(),
  sessions: await db().sessionFamily.count(),
})

describe('with a bot check', () => {
  it('leaves no trace of refused requests', async () => {
    const { email } = await makeUser()
    const before = await written()
    for (const botcheckToken of [undefined, 'made up', humanToken({ fate: 'html' })]) {
      const asked = { email, password: PASSWORD, botcheckToken }
      for (const useCase of [login, register, forgotPassword, resendVerification])
        expect(await useCase(asked, testContext())).toMatchObject({ ok: false })
    }
    expect(await written()).toEqual(before)
  })

  it("doesn't count a refusal as a guess, and counts a guess with a token as one", async () => {
    const { email } = await makeUser()
    const attempt = async (password: string, botcheckToken: string) => {
      const result = await login({ email, password, botcheckToken }, testContext())
      return result.ok ? 'ok' : result.code
    }
    for (let i = 0; i < 8; i++) expect(await attempt('wrong', 'made up')).toBe('botcheck_failed')
    expect(await attempt(PASSWORD, humanToken())).toBe('ok')
    for (let i = 0; i < 5; i++)
      expect(await attempt('wrong', humanToken())).toBe('invalid_credentials')
    expect(await attempt(PASSWORD, humanToken())).toBe('account_locked')
  })

  it('opens one session per token, however many requests race for it', async () => {
    const { id, email } = await makeUser()
    const botcheckToken = humanToken({ action: 'login' })
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        login({ email, password: PASSWORD, botcheckToken }, testContext({ ip: '192.0.2.9' })),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await db().sessionFamily.count({ where: { userId: id } })).toBe(1)
  })
})
