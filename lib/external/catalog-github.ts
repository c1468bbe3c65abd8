import type { ExternalIdentity } from '@/lib/external/handshake'

/**
 * Who GitHub says this is: its numeric id, and the address that is both primary and verified. The `email` of the profile is
 * neither (it is what the person shows the public) and is not looked at. `read` gets the JSON of a path of GitHub's API. Throws
 * when an answer is not what GitHub documents.
 */
export async function githubProfile(
  read: (path: string) => Promise<unknown>,
): Promise<Omit<ExternalIdentity, 'provider'>> {
  const [user, emails] = await Promise.all([read('/user'), read('/user/emails')])
  if (!isObject(user) || !Number.isSafeInteger(user.id) || Number(user.id) < 1)
    throw new Error('/user names no id')
  if (!Array.isArray(emails)) throw new Error('/user/emails is no list')
  const own = emails.filter(isObject).find(({ primary, verified }) => primary === true && verified === true)
  const email = typeof own?.email === 'string' ? own.email : null
  const name = [user.name, user.login].find((text) => typeof text === 'string' && text !== '')
  return {
    subject: String(user.id),
    email,
    emailVerified: email !== null,
    name: typeof name === 'string' ? name : null,
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
