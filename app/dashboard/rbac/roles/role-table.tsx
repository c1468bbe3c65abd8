import Link from 'next/link'
import { SystemBadge, UserCount } from '@/app/dashboard/rbac/labels'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import type { PresentedRole } from '@/lib/access/present-role'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { type Messages, roleDescription } from '@/lib/i18n/messages'
import { pagePath } from '@/lib/web/page-address'

interface RoleTableProps {
  roles: readonly PresentedRole[]
  /** Whether the reader may see the user list. */
  linkUsers: boolean
  locale: Locale
  texts: Messages['roles']
}

/** Roles, one per row. */
export function RoleTable({ roles, texts, ...rest }: RoleTableProps) {
  const { columns } = texts
  return (
    <Table label={texts.title} className="table-fixed">
      <thead>
        <tr>
          <ColumnHeader>{columns.name}</ColumnHeader>
          <ColumnHeader className={`${WIDE} w-36 text-right`}>{columns.permissions}</ColumnHeader>
          <ColumnHeader className={`${WIDE} w-36 text-right`}>{columns.users}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <RoleRow key={role.id} role={role} texts={texts} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

function RoleRow({
  role,
  linkUsers,
  locale,
  texts,
}: Omit<RoleTableProps, 'roles'> & { role: PresentedRole }) {
  const users = { role, link: linkUsers, locale, texts }
  const held = role.permissions.length
  const description = roleDescription({ ...role, isSystem: role.is_system }, texts)
  return (
    <tr>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={pagePath('/dashboard/rbac/roles/[id]', role.id)}
            prefetch={false}
            className="inline-block min-h-6 min-w-0 rounded-xs py-0.5 font-medium wrap-anywhere hover:underline"
          >
            {role.name}
          </Link>
          {role.is_system ? <SystemBadge texts={texts} /> : null}
        </span>
        {description ? (
          <span className="block max-w-xl text-[0.8125rem] wrap-anywhere text-muted">
            {description}
          </span>
        ) : null}
        <span className="block text-[0.8125rem] text-muted md:hidden">
          {formatCount(texts.permissionCount, held, locale)} · <UserCount {...users} />
        </span>
      </Cell>
      <Cell className={`${WIDE} text-right whitespace-nowrap text-muted tabular-nums`}>{held}</Cell>
      <Cell className={`${WIDE} text-right whitespace-nowrap text-muted tabular-nums`}>
        <UserCount {...users} short />
      </Cell>
    </tr>
  )
}
