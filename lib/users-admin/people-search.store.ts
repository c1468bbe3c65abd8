import { database } from '@/lib/platform/db/database'

/** A person as a search shows them. */
export interface FoundPerson {
  id: string
  email: string
  name: string | null
}

/** More than are shown: of many matches the first in the order of addresses are. */
const LOOKED_AT = 100
/** What is typed, as names and addresses are searched, between wildcards; nothing in it is a pattern. */
const PATTERN = String.raw`'%' || regexp_replace(search_key($1), '([\\%_])', '\\\1', 'g') || '%'`

/**
 * Up to `limit` users whose address or name contains a text of at least three characters, by address. Of many matches it is any hundred
 * that are sorted. The statement is planned for its text: rare ones are looked up in the index of trigrams, for frequent ones a few rows
 * of the table are enough.
 */
export async function listPeopleContaining(text: string, limit: number): Promise<FoundPerson[]> {
  const { rows } = await database().pool.query<FoundPerson>({
    text: `SELECT id, email, name FROM (
        SELECT id, email, name FROM users WHERE email LIKE ${PATTERN} OR name_key LIKE ${PATTERN} LIMIT ${LOOKED_AT}) found
      ORDER BY email COLLATE "C" LIMIT $2::int`,
    values: [text, limit],
  })
  return rows
}
