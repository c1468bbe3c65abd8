import { GatehouseError } from '@gatehouse/client'
import NextAuth, { CredentialsSignin } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { findClient, keepClient, newClient } from './sessions'

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

async function signInAtGatehouse(email: string, password: string, code: string) {
  const client = newClient()
  const first = await client.auth.login({ email, password })
  if (first.status === 'signed_in') return { client, user: first.user }
  if (!code) throw new Refused('mfa_required')
  const second = await client.auth.login({ mfa_token: first.mfa_token, code })
  if (second.status === 'mfa_required') throw new Refused('mfa_required')
  return { client, user: second.user }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export const { handlers, auth, signIn, signOut } = NextAuth({
  pages: { signIn: '/sign-in' },
  session: { strategy: 'jwt' },
  providers: [
    Credentials({
      credentials: { email: {}, password: { type: 'password' }, code: {} },
      async authorize({ email, password, code }) {
        try {
          const { client, user } = await signInAtGatehouse(text(email), text(password), text(code))
          return { id: user.id, email: user.email, name: user.name, handle: keepClient(client) }
        } catch (error) {
          if (error instanceof GatehouseError && error.status > 0) throw new Refused(error.code)
          throw error
        }
      },
    }),
  ],
  callbacks: {
    jwt({ token, user }) {
      if (user?.handle) token.handle = user.handle
      // The session ended at Gatehouse: this app's cookie ends with it.
      return findClient(text(token.handle)) ? token : null
    },
    session({ session, token }) {
      return { ...session, handle: text(token.handle) }
    },
  },
})
