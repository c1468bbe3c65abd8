import { GatehouseError } from '@gatehouse/client'
import { redirect } from 'next/navigation'
import { auth, signOut } from '../auth'
import { findClient } from '../sessions'

/** The client of the browser that sent this request. */
async function currentClient() {
  const session = await auth()
  return session && findClient(session.handle)
}

async function signOutHere() {
  'use server'
  const client = await currentClient()
  // If Gatehouse can't be reached, this app forgets the tokens nevertheless.
  await client?.auth.logout().catch(reportFault)
  await signOut({ redirectTo: '/sign-in' })
}

function reportFault(error: unknown) {
  process.stderr.write(`Gatehouse was not told of a sign-out: ${String(error)}\n`)
}

export default async function Home() {
  const client = await currentClient()
  const user = await client?.GET('/api/v1/me').then(
    ({ data }) => data,
    (error: unknown) => {
      // 401: the session ended. Anything else is a fault, and no reason to sign in again.
      if (error instanceof GatehouseError && error.status === 401) return null
      throw error
    },
  )
  if (!user) redirect('/sign-in')
  return (
    <main>
      <h1>Signed in as {user.email}</h1>
      <p>Roles: {user.roles.join(', ')}</p>
      <form action={signOutHere}>
        <button>Sign out</button>
      </form>
    </main>
  )
}
