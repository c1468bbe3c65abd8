import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { register, registrationSalt } from '@/lib/identity/registration/register'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext } from '@/lib/platform/request-context'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import { PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'

interface MadeRegistration {
  id: string
  email: string
  attemptId: string
  /** The token of the link in the email. */
  token: string
}

/**
 * Registers a user and creates the link of the email. The address must be awaiting confirmation
 * afterwards.
 */
export async function makeRegistration(
  input: {
    email?: string
    password?: string
    name?: string
    browser?: string
    profile?: ProfileInput
  } = {},
  ctx: RequestContext = testContext(),
): Promise<MadeRegistration> {
  const { email = `${newId()}@example.org`, password = PASSWORD, ...rest } = input
  await register({ email, password, ...rest }, ctx)
  const passwordHash = await hashPassword(password, registrationSalt(email))
  const { id: attemptId, userId } = await db().registrationAttempt.findFirstOrThrow({
    where: { passwordHash, user: { email } },
  })
  const link = { userId, kind: 'verify_email', email, attemptId } as const
  return { id: userId, email, attemptId, token: await issueEmailToken(db(), link, ctx.now) }
}
