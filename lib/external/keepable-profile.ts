import type { Profile } from '@/lib/external/catalog-entry'
import { emailField } from '@/lib/users/email'

/** OpenID Connect Core 1.0 §2. Anything else would lie in the database as something else than what was sent, or not at all. */
const SUBJECT_FORM = /^[\x20-\x7e]{1,255}$/

/**
 * What a provider says of somebody, in a form that can be kept: an address is one as they are here, or counts as not told. Throws when
 * the subject, the only thing that the person is known by, is none.
 */
export function keepableProfile(profile: Profile): Profile {
  if (!SUBJECT_FORM.test(profile.subject)) throw new Error('no subject')
  const email = emailField.safeParse(profile.email).data ?? null
  return { ...profile, email, emailVerified: email !== null && profile.emailVerified }
}
