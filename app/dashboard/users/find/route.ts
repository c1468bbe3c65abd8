import { refuse } from '@/lib/platform/problems'
import { searchUsers } from '@/lib/users/list-users'
import { userListFields } from '@/lib/users/users.schemas'
import { defineLookup } from '@/lib/web/define-download'
import { personPath } from '@/lib/web/page-links'

const MOST = 6

export const GET = defineLookup({
  access: { permission: 'users:list' },
  run: async (searchParams, { principal }) => {
    const query = userListFields.query.safeParse(searchParams.get('query')?.trim())
    if (!query.success || !query.data) return refuse('validation_failed')
    const found = await searchUsers(query.data, MOST)
    const people = found.map((person) => ({
      ...person,
      href: personPath(principal, person),
    }))
    return { ok: true, body: { people } }
  },
})
