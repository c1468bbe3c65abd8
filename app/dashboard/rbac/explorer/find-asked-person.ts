import { isId } from '@/lib/platform/ids'
import type { Principal } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { listUsers } from '@/lib/users-admin/list-users'
import { userListFields } from '@/lib/users-admin/users.schemas'
import type { ManagedUser } from '@/lib/users/present-managed-user'
import type { ExplorerQuery } from '@/lib/web/explorer-query'

const SHOWN = 10

/** Who is meant: one person by id (who needs not exist), several to choose from, or a fault of what was typed. */
export interface AskedPerson {
  userId: string | null
  candidates: ManagedUser[]
  more: boolean
  fault: 'noId' | 'tooLong' | null
}

const nobody: AskedPerson = { userId: null, candidates: [], more: false, fault: null }

/**
 * Finds whom the address asks about. Who may not list users gets nobody by address: whether an address has an account is not
 * for them to know.
 */
export async function findAskedPerson(
  { person, userId }: Pick<ExplorerQuery, 'person' | 'userId'>,
  actor: Principal,
): Promise<AskedPerson> {
  const id = userId ?? (person && isId(person) ? person : null)
  if (id !== null) return isId(id) ? { ...nobody, userId: id } : { ...nobody, fault: 'noId' }
  if (person === null) return nobody
  if (!can(actor, 'users:list')) return { ...nobody, fault: 'noId' }
  const query = userListFields.query.safeParse(person)
  if (!query.success) return { ...nobody, fault: 'tooLong' }
  const listed = await listUsers({ query: query.data, sort: 'email', limit: SHOWN })
  const users = listed.ok ? listed.users : []
  const exact = users.find(({ email }) => email === person.toLowerCase())
  const meant = exact ?? (users.length === 1 ? users[0] : undefined)
  if (meant) return { ...nobody, userId: meant.id }
  return { ...nobody, candidates: users, more: listed.ok && listed.nextCursor !== null }
}
