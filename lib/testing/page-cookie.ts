import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { makeSession } from '@/lib/testing/make-user'
import { testContext } from '@/lib/testing/test-context'

/** The `Cookie` header of a browser in which a user has just signed in. */
export async function pageCookie(userId: string): Promise<string> {
  return cookieHeaderWith(null, await makeSession(userId, testContext({ surface: 'web' })))
}
