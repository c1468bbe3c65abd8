import { type Credentials as FirstStep, GatehouseError, type SecondStep } from '@gatehouse/client'
import NextAuth, { CredentialsSignin } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { endChallenge, findChallenge, keepChallenge } from './challenge'
import { clientOf, deviceHeader, findClient, keepDevice } from './sessions'

declare module 'next-auth' {
  interface User {
    handle?: string
  }
  interface Session {
    /** Finds the client of this browser. Useless without the encrypted cookie. */
    handle: string
  }
}

/** The code of the problem, for the sign-in page: `invalid_credentials`, `mfa_required`, … */
class Refused extends CredentialsSignin {
  constructor(code: string) {
    super()
    this.code = code
  }
}

type Step = FirstStep | SecondStep

/**
 * Sends one step of the sign-in of the browser with this handle. Returns the user after the last.
 */
async function signInAtGatehouse(handle: string, step: Step) {
  const client = await clientOf(handle)
  const result = await client.auth.login(step, { headers: await deviceHeader() })
  if (result.status === 'mfa_required') {
    await keepChallenge(result)
    throw new Refused('mfa_required')
  }
  await endChallenge()
  await keepDevice(result.device_token)
  return result.user
}

/** The second step if the form has a code: the token of the first one stands for the password. */
async function stepOf(form: Partial<Record<string, unknown>>): Promise<Step> {
  const code = text(form.code)
  if (!code) {
    const bot = text(form.botcheck_token)
    const step = { email: text(form.email), password: text(form.password) }
    return bot ? { ...step, botcheck_token: bot } : step
  }
  const mfa_token = await findChallenge()
  if (!mfa_token) throw new Refused('mfa_challenge_expired')
  return { mfa_token, code }
}

/** The error for the sign-in page. Anything but a refusal of Gatehouse is a fault. */
async function refusalOf(error: unknown): Promise<unknown> {
  if (!(error instanceof GatehouseError) || error.status === 0) return error
  if (error.code === 'mfa_challenge_expired') await endChallenge()
  return new Refused(error.code)
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export const { handlers, auth, signIn, signOut } = NextAuth({
  pages: { signIn: '/sign-in' },
  session: { strategy: 'jwt' },
  providers: [
    Credentials({
      credentials: { email: {}, password: { type: 'password' }, code: {}, botcheck_token: {} },
      async authorize(form) {
        const handle = crypto.randomUUID()
        try {
          const { id, email, name } = await signInAtGatehouse(handle, await stepOf(form))
          return { id, email, name, handle }
        } catch (error) {
          throw await refusalOf(error)
        }
      },
    }),
  ],
  callbacks: {
    async jwt({ token, user }) {
      if (user?.handle) token.handle = user.handle
      // The session ended at Gatehouse: this app's cookie ends with it.
      return (await findClient(text(token.handle))) ? token : null
    },
    session({ session, token }) {
      return { ...session, handle: text(token.handle) }
    },
  },
})
