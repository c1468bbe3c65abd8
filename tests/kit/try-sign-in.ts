import { login } from '@/lib/identity/sign-in/login'
import { testContext } from '@/tests/kit/test-context'

/** Signs in with a password. Returns `ok`, or the code of the refusal. */
export async function trySignIn(email: string, password: string): Promise<string> {
  const result = await login({ email, password }, testContext())
  return result.ok ? 'ok' : result.code
}
