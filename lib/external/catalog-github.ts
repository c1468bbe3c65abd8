import type { Profile, ReadJson } from '@/lib/external/catalog-entry'
import type { Proof } from '@/lib/external/proof'

/** For the documentation; `githubProfile` looks at it itself. */
export const GITHUB_PROOF: Proof = {
  text: '`/user/emails` has the address as `primary` and `verified`',
  holds: () => false,
}

/**
 * Who GitHub says this is: its numeric id, and the primary address, proven if it is verified too. The `email` of the profile
 * is neither (it is what the person shows the public) and is not looked at. Throws when an answer is not what GitHub documents.
 */
export async function githubProfile(read: ReadJson, userinfo: string): Promise<Profile> {
  const [user, emails] = await Promise.all([read(userinfo), read(`${userinfo}/emails`)])
  if (!isObject(user) || !Number.isSafeInteger(user.id) || Number(user.id) < 1)
    throw new Error('/user names no id')
  if (!Array.isArray(emails)) throw new Error('/user/emails is no list')
  const own = emails.filter(isObject).find(({ primary }) => primary === true)
  const email = typeof own?.email === 'string' ? own.email : null
  const name = [user.name, user.login].find((text) => typeof text === 'string' && text !== '')
  return {
    subject: String(user.id),
    email,
    emailVerified: email !== null && own?.verified === true,
    name: typeof name === 'string' ? name : null,
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
