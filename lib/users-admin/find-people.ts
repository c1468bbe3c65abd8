import type { Outcome } from '@/lib/platform/problems'
import { listUsers } from '@/lib/users-admin/list-users'
import { listPeopleContaining, type FoundPerson } from '@/lib/users-admin/people-search.store'

/** Less has no trigram: it would be looked for in the whole table. */
const LEAST_CHARACTERS = 3

/**
 * A few people for whoever types a part of an address or a name; needs `users:list`. Those whose address or name begins with it come
 * first, then those that contain it elsewhere.
 */
export async function findPeople(query: string, limit: number): Promise<Outcome<{ people: FoundPerson[] }>> {
  const beginning = await listUsers({ query, sort: 'email', limit })
  if (!beginning.ok) return beginning
  const people = new Map<string, FoundPerson>()
  for (const { id, email, name } of beginning.users) people.set(id, { id, email, name })
  if (people.size < limit && [...query.trim()].length >= LEAST_CHARACTERS) {
    // Those that begin with it are among these, too.
    const containing = await listPeopleContaining(query.trim(), limit + people.size)
    for (const person of containing) people.set(person.id, person)
  }
  return { ok: true, people: [...people.values()].slice(0, limit) }
}
