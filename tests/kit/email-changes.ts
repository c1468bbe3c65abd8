import { beforeAll, expect } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { requestEmailChange } from '@/lib/identity/account/change-email'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

/** An address that no account has. */
export const freshEmail = () => `${newId()}@new.example`
export const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
export const changesOf = (userId: string) => db().emailChange.findMany({ where: { userId } })

/** The result of a link that confirms nothing. */
export const REFUSED = { ok: false, code: 'invalid_or_expired_token' }

const TOKEN = /\/auth\/confirm-email\?token=([\w-]{43})/

/** Provides a test file with a database, a mail server, and users who change their address. */
export function useEmailChanges() {
  useTestDatabase()
  const queue = useMailQueue({
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000',
    AUTH_VERIFY_TOKEN_TTL: '10m',
  })
  beforeAll(() => syncCatalog(new Date()))

  /** Recipient and subject of each email. */
  const sent = () => queue.mails().map(({ envelope, message }) => [envelope.to[0], message.subject])
  /** The token in the last email to an address; empty if there is none. */
  const tokenTo = (email: string) =>
    TOKEN.exec(
      queue.mails().findLast(({ envelope }) => envelope.to[0] === email)?.message.text ?? '',
    )?.[1] ?? ''

  async function ask(
    user: { id: string },
    newEmail = freshEmail(),
    password: string | undefined = PASSWORD,
  ) {
    return requestEmailChange({ newEmail, password }, await livePrincipalOf(user.id), ctx())
  }
  /** A user with a pending email change, and the token that was sent. */
  async function waiting() {
    const user = await makeUser()
    const newEmail = freshEmail()
    expect(await ask(user, newEmail)).toEqual({ ok: true })
    await queue.work(new Date())
    return { user, newEmail, token: tokenTo(newEmail) }
  }
  return { queue, sent, tokenTo, ask, waiting }
}
