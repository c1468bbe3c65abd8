import type { Profile } from '@/lib/external/catalog-entry'
import type { Definition } from '@/lib/external/definition'
import { valueAt, type Said } from '@/lib/external/proof'

/**
 * Reads what a provider said of somebody. An address counts as proven only by the proof that the provider is known for. Throws when
 * the account is not named: nothing is made up in its place.
 */
export function readProfile(said: Said, { profile, proof }: Pick<Definition, 'profile' | 'proof'>): Profile {
  const email = textAt(said, profile.email)
  return {
    subject: subjectAt(said, profile.subject),
    email,
    emailVerified: email !== null && proof !== undefined && proof.holds(said),
    name: textAt(said, profile.name),
  }
}

/** A text, or a positive number that JavaScript can hold exactly. */
function subjectAt(said: Said, paths: string): string {
  for (const path of paths.split('|')) {
    const value = valueAt(said, path)
    if (typeof value === 'string' && value !== '') return value
    if (Number.isSafeInteger(value) && Number(value) > 0) return String(value)
  }
  throw new Error('the answer names no account')
}

/** The first of the alternatives that holds a text; parts are joined by a space, missing ones left out. */
function textAt(said: Said, paths: string): string | null {
  for (const path of paths.split('|')) {
    const parts = path.split('+').map((part) => valueAt(said, part))
    const text = parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
    if (text !== '') return text
  }
  return null
}
