import { BULK_FORM } from '@/app/dashboard/users/bulk-bar'
import { UserRow, type UserRowProps } from '@/app/dashboard/users/user-row'
import { SelectAllRows } from '@/components/data-table/row-selection'
import { SortHeader } from '@/components/data-table/sort-header'
import { ColumnHeader, Table } from '@/components/ui/table'
import type { ManagedUser } from '@/lib/users/present-managed-user'
import { sortBy, sortedBy, usersAddress, type SortColumn, type UsersQuery } from '@/lib/web/users-query'

interface UserTableProps extends Omit<UserRowProps, 'user' | 'outranks'> {
  users: readonly ManagedUser[]
  /** The ids of those who hold something that the viewer lacks. */
  outranking: ReadonlySet<string>
  query: UsersQuery
}

/** Users, one per row. */
export function UserTable({ users, outranking, query, ...rest }: UserTableProps) {
  const { columns, title } = rest.messages.users
  const sortable = (column: SortColumn) => ({
    sorted: sortedBy(column, query.sort),
    href: usersAddress({ ...query, sort: sortBy(column, query.sort) }),
  })
  return (
    <Table label={title} className="table-fixed">
      <thead>
        <tr>
          {rest.selectable ? (
            <ColumnHeader className="w-11 pr-0">
              <SelectAllRows form={BULK_FORM} label={rest.messages.bulkActions.bar.selectAll} />
            </ColumnHeader>
          ) : null}
          <SortHeader label={columns.user} {...sortable('name')} />
          <ColumnHeader className="w-32 max-md:hidden">{columns.status}</ColumnHeader>
          <ColumnHeader className="w-44 max-lg:hidden">{columns.roles}</ColumnHeader>
          <SortHeader label={columns.created} {...sortable('created_at')} className="w-30 max-xl:hidden" />
          <ColumnHeader className="w-30 max-xl:hidden">{columns.lastSignIn}</ColumnHeader>
          <ColumnHeader className="w-18">
            <span className="sr-only">{columns.actions}</span>
          </ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} outranks={outranking.has(user.id)} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}
