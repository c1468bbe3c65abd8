import type { CustomProfile, ReadJson } from '@/lib/config/providers/define-provider'

/**
 * The GitHub user: the numeric id, and the primary address, which is proven if it is also verified.
 * The profile's `email` is ignored, because it is neither: it is what the user shows publicly.
 * Throws if an answer differs from GitHub's documentation.
 */
export const githubProfile: CustomProfile = {
  emailProof: '`/user/emails` has the address as `primary` and `verified`',
  read: async (readJson, userinfo) => {
    const [user, address] = await Promise.all([
      readJson(userinfo),
      readPrimaryAddress(readJson, userinfo),
    ])
    if (!isObject(user) || !Number.isSafeInteger(user.id) || Number(user.id) < 1)
      throw new Error('/user has no id')
    const name = [user.name, user.login].find((text) => typeof text === 'string' && text !== '')
    return { subject: String(user.id), name: typeof name === 'string' ? name : null, ...address }
  },
}

async function readPrimaryAddress(readJson: ReadJson, userinfo: string) {
  const emails = await readJson(`${userinfo}/emails`)
  if (!Array.isArray(emails)) throw new Error('/user/emails is not a list')
  const primary = emails.filter(isObject).find((address) => address.primary === true)
  const email = typeof primary?.email === 'string' ? primary.email : null
  return { email, emailVerified: email !== null && primary?.verified === true }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
