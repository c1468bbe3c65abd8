import { FilterForm, SelectFilter, TextFilter } from '@/components/data-table/filter-form'
import type { Messages } from '@/lib/i18n/messages'
import { DEFAULT_USER_SORT, USER_SORTS } from '@/lib/users-admin/user-sort'
import type { UsersQuery } from '@/lib/web/users-query'

interface UserFilterFormProps {
  query: UsersQuery
  /** The roles to choose from; where there are too many for a menu, one is typed. */
  roles: { names: readonly string[]; complete: boolean }
  texts: Messages['users']
}

/** The filters of the list of users, and its order. */
export function UserFilterForm({ query, roles, texts }: UserFilterFormProps) {
  const { filters, sort } = query
  const words = texts.filters
  const role = { name: 'role', label: words.role, typed: filters.role ?? '' }
  const known = !role.typed || roles.names.includes(role.typed)
  return (
    <FilterForm
      action="/dashboard/users"
      texts={words}
      filtered={false}
      className="grid-cols-2 sm:grid-cols-3 lg:grid-cols-[5fr_3fr_3fr_3fr]"
    >
      <TextFilter
        name="query"
        type="search"
        label={words.query}
        typed={filters.query ?? ''}
        placeholder={words.queryHint}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        className="max-lg:col-span-full"
      />
      <SelectFilter name="status" label={words.status} typed={filters.status ?? ''}>
        <option value="">{words.anyStatus}</option>
        {Object.entries(texts.statuses).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectFilter>
      {roles.complete ? (
        <SelectFilter {...role}>
          <option value="">{words.anyRole}</option>
          {known ? null : <option value={role.typed}>{role.typed}</option>}
          {roles.names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectFilter>
      ) : (
        <TextFilter {...role} placeholder={words.roleHint} maxLength={256} autoComplete="off" />
      )}
      <SelectFilter
        name="sort"
        label={words.sort}
        typed={sort === DEFAULT_USER_SORT ? '' : sort}
        className="max-sm:col-span-full"
      >
        {USER_SORTS.map((value) => (
          // The usual order needs no word in the address.
          <option key={value} value={value === DEFAULT_USER_SORT ? '' : value}>
            {texts.sorts[value]}
          </option>
        ))}
      </SelectFilter>
    </FilterForm>
  )
}
