import { LinkTabs } from '@/components/ui/link-tabs'
import type { Messages } from '@/lib/i18n/messages'
import { usersAddress, type UsersQuery } from '@/lib/web/users-query'
import { isUserView, USER_VIEWS, type UserView } from '@/lib/web/users-views'

/** The views of the list; changing the view keeps its order. */
export function UserViews({ query, texts }: { query: UsersQuery; texts: Messages['users']['views'] }) {
  const { filters, sort } = query
  const views = Object.entries(USER_VIEWS) as [UserView, UsersQuery['filters']][]
  return (
    <LinkTabs
      label={texts.label}
      tabs={views.map(([name, view]) => ({
        href: usersAddress({ filters: view, sort }),
        label: texts[name],
        current: isUserView(filters, view),
      }))}
    />
  )
}
