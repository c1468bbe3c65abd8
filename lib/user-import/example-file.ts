import { csvLine } from '@/lib/platform/csv-line'
import { IMPORT_COLUMNS, ROLE_SEPARATOR } from '@/lib/user-import/import-columns'

/** The hash is bcrypt of “an example, not a password”; the addresses are of a domain that nobody has (RFC 2606). */
const USERS = [
  {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    locale: 'en',
    email_verified: true,
    status: 'active',
    roles: ['user'],
    password_hash: '$2b$10$PhBqtUsqfj2MkxVLZMqqY.JrxF3Eu4oc6C3HcIeevNrOx86s1pmoO',
  },
  {
    email: 'grace@example.com',
    name: 'Grace Hopper',
    locale: 'tr',
    email_verified: false,
    status: 'pending',
    roles: ['user'],
    password_hash: null,
  },
]

/** A file that imports as it is, to begin with. */
export async function* exampleFile(format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  if (format === 'ndjson') {
    yield USERS.map((user) => `${JSON.stringify(user)}\n`).join('')
    return
  }
  yield csvLine(IMPORT_COLUMNS)
  for (const user of USERS)
    yield csvLine(
      IMPORT_COLUMNS.map((column) => (column === 'roles' ? user.roles.join(ROLE_SEPARATOR) : user[column])),
    )
}
