import type { MfaChallenge } from '@gatehouse/client'
import { cookies } from 'next/headers'
import { cookieOptions, store } from './sessions'

const COOKIE = 'gatehouse-challenge'

const keyOf = (id: string) => `challenge ${id}`

/** Keeps the token of the first step for the second one. The browser gets a random ID for it. */
export async function keepChallenge({ mfa_token, expires_in }: MfaChallenge): Promise<void> {
  const id = crypto.randomUUID()
  await store.set(keyOf(id), mfa_token, expires_in)
  ;(await cookies()).set(COOKIE, id, cookieOptions(expires_in))
}

/** The token of this browser's first step; null if there is none, or if it has expired. */
export async function findChallenge(): Promise<string | null> {
  const id = (await cookies()).get(COOKIE)?.value
  return id ? store.get(keyOf(id)) : null
}

/** Forgets the first step: the sign-in is complete, or starts over. */
export async function endChallenge(): Promise<void> {
  const browser = await cookies()
  const id = browser.get(COOKIE)?.value
  if (!id) return
  await store.delete(keyOf(id))
  browser.delete(COOKIE)
}
