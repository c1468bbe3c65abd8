import { TextLink } from '@/components/ui/text-link'
import type { Messages } from '@/lib/i18n/messages'
import { listGrantingRoles } from '@/lib/rbac-admin/list-granting-roles'
import { ROLES } from '@/lib/web/role-draft'

const SHOWN = 12

/** The roles that hold a permission: by them somebody could get it. */
export async function GrantingRoles({
  permission,
  texts,
}: {
  permission: string
  texts: Messages['explorer']
}) {
  const { roles, more } = await listGrantingRoles(permission, SHOWN)
  if (roles.length === 0) return <span className="text-muted">{texts.givenByNone}</span>
  return (
    <span className="flex flex-wrap gap-x-3">
      {roles.map(({ id, name }) => (
        <TextLink key={id} alone href={`${ROLES}/${id}`} className="break-all">
          {name}
        </TextLink>
      ))}
      {more ? <span className="py-0.5 text-muted">{texts.givenByMore}</span> : null}
    </span>
  )
}
