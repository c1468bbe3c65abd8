import type { z } from 'zod'
import type { personResponse } from '@/lib/access/role.responses'
import { can, type Principal } from '@/lib/platform/request-context'
import type { UserStatus } from '@/lib/platform/user-statuses'

interface Person {
  id: string
  email: string
  name: string | null
  status: UserStatus
}

/**
 * A user in a response about roles. With role permissions alone only the id is shown; email
 * addresses require permission to list users.
 */
export function presentPerson(person: Person, actor: Principal): z.output<typeof personResponse> {
  const mayKnow = can(actor, 'users:list')
  const { id, email, name, status } = person
  return { id, email: mayKnow ? email : null, name: mayKnow ? name : null, status }
}
