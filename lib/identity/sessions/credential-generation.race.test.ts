import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { db } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const ROUNDS = 5

it.each(['web', 'api'] as const)(
  'nineteen refreshes race a password change (%s): only its tokens are valid, and the user stays signed in',
  async (surface) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id: userId } = await makeUser()
      const first = await makeSession(userId, testContext({ surface }))
      const ctx = () => testContext({ surface, deviceToken: first.deviceToken })
      const who = ({ accessToken }: IssuedSession) =>
        authenticate({ accessToken, surface, presentedByClient: true }, new Date())
      const found = await who(first)
      if (!found.ok) throw new Error(found.code)
      const refresh = {
        refreshToken: first.refreshToken,
        idempotencyKey: 'one-and-the-same-attempt',
      }
      const input = { currentPassword: PASSWORD, newPassword: 'a quite different passphrase' }

      // Spread over the duration of the change, because it hashes twice before it writes.
      const change = changePassword(input, found.principal, ctx())
      const refreshes: Promise<Outcome<{ session: IssuedSession }>>[] = []
      for (let i = 0; i < 19; i++) {
        refreshes.push(refreshSession(refresh, ctx()))
        if (i % 4 === 3) await refreshes.at(-1)
      }
      const [changed, ...answers] = await Promise.all([change, ...refreshes])

      if (!changed.ok) throw new Error(changed.code)
      for (const answer of answers) {
        if (answer.ok)
          expect(await who(answer.session)).toMatchObject({ ok: false, code: 'invalid_token' })
        else expect(answer.code).toBe('invalid_refresh_token')
      }
      expect(await who(changed.session)).toMatchObject({ ok: true })
      const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: first.sessionId } })
      expect(row.revokedAt).toBeNull()
      expect(row.credentialGeneration).toBe(row.generation)
      expect(
        await refreshSession({ refreshToken: changed.session.refreshToken }, ctx()),
      ).toMatchObject({
        ok: true,
      })
    }
  },
)
