import { refuse } from '@/lib/platform/problems'
import { listUsers } from '@/lib/users-admin/list-users'
import { userListFields } from '@/lib/users-admin/users.schemas'
import { defineLookup } from '@/lib/web/define-lookup'
import { personPath } from '@/lib/web/person-path'

const MOST = 6

export const GET = defineLookup({
  access: { permission: 'users:list' },
  run: async (asked, { principal }) => {
    const query = userListFields.query.safeParse(asked.get('query')?.trim())
    if (!query.success || !query.data) return refuse('validation_failed')
    const listed = await listUsers({ query: query.data, sort: 'email', limit: MOST })
    if (!listed.ok) return listed
    const people = listed.users.map(({ id, email, name }) => ({
      ...{ id, email, name },
      href: personPath(principal, { id, email }),
    }))
    return { ok: true, body: { people } }
  },
})
