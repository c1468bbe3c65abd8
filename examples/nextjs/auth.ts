import { type components, GatehouseError } from '@gatehouse/client'
import NextAuth, { CredentialsSignin } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
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

interface Form {
  email: string
  password: string
  code: string
  botcheckToken: string
}

/** Signs the browser with this handle in, and returns the user. */
async function signInAtGatehouse(handle: string, form: Form) {
  const client = await clientOf(handle)
  const params = { header: await deviceHeader() }
  const send = async (body: components['schemas']['SignInRequest']) =>
    (await client.POST('/api/v1/auth/login', { params, body })).data
  const { email, password, code, botcheckToken } = form
  const bot = botcheckToken ? { botcheck_token: botcheckToken } : {}
  let answer = await send({ email, password, ...bot })
  if ('mfa_token' in answer && code) answer = await send({ mfa_token: answer.mfa_token, code })
  if ('mfa_token' in answer) throw new Refused('mfa_required')
  await keepDevice(answer.device_token)
  return answer.user
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export const { handlers, auth, signIn, signOut } = NextAuth({
  pages: { signIn: '/sign-in' },
  session: { strategy: 'jwt' },
  providers: [
    Credentials({
      credentials: { email: {}, password: { type: 'password' }, code: {}, botcheck_token: {} },
      async authorize({ email, password, code, botcheck_token }) {
        const handle = crypto.randomUUID()
        try {
          const { id, ...user } = await signInAtGatehouse(handle, {
            email: text(email),
            password: text(password),
            code: text(code),
            botcheckToken: text(botcheck_token),
          })
          return { id, email: user.email, name: user.name, handle }
        } catch (error) {
          if (error instanceof GatehouseError && error.status > 0) throw new Refused(error.code)
          throw error
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
