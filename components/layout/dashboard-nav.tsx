import { NavLink } from '@/components/layout/nav-links'
import { type IconName, pageIcons } from '@/lib/http/pages/page-icons'
import type { NavigationPage } from '@/lib/http/pages/page-table'
import type { Messages } from '@/lib/i18n/messages'

interface DashboardNavProps {
  messages: Messages
  /** The pages that the user may open. */
  pages: readonly NavigationPage[]
}

/** The navigation, in groups, built from the pages that the user may open. */
export function DashboardNav({ messages, pages }: DashboardNavProps) {
  const { shell } = messages
  const groups = [...new Set(pages.map(({ navigation }) => navigation.group))]
  const places = pages.map(({ path }) => path)
  return (
    <nav aria-label={shell.navigation} className="grid gap-5">
      {groups.map((group) => (
        <div key={group}>
          {group === 'general' ? null : (
            <p className="mb-1 px-2.5 text-xs font-medium text-muted">{shell.groups[group]}</p>
          )}
          <ul className="grid gap-0.5">
            {pages
              .filter(({ navigation }) => navigation.group === group)
              .map(({ path, title, navigation }) => (
                <li key={path}>
                  <NavLink href={path} places={places}>
                    <PageIcon name={navigation.icon} />
                    {title(messages)}
                  </NavLink>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The icon of a page in the navigation or the command palette. */
export function PageIcon({ name }: { name: IconName }) {
  const Icon = pageIcons[name]
  return <Icon aria-hidden />
}
