import { expect, it } from 'vitest'
import { consumeEmailToken, issueEmailToken } from '@/lib/accounts/email-token.store'
import { loadSettings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const NOW = new Date('2026-11-21T12:00:00.000Z')

it.each(['verify_email', 'reset_password', 'disown_session'] as const)(
  'accepts a %s token once out of 20 concurrent uses',
  async (kind) => {
    loadSettings({})
    const user = await insertUser()
    const token = await issueEmailToken(db(), { userId: user.id, kind, email: user.email }, NOW)
    const uses = await Promise.all(
      Array.from({ length: 20 }, () =>
        inTransaction((tx) => consumeEmailToken(tx, { token, kind, now: NOW })),
      ),
    )
    expect(uses.filter((use) => use !== null)).toMatchObject([
      { userId: user.id, email: user.email },
    ])
  },
)
