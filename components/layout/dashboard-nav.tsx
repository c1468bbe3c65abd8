import {
  AtSign,
  Bell,
  BookOpen,
  Circle,
  CreditCard,
  Database,
  Download,
  House,
  Inbox,
  KeyRound,
  Layers,
  Link2,
  LockKeyhole,
  type LucideIcon,
  Mail,
  Megaphone,
  MonitorSmartphone,
  ScrollText,
  Settings,
  ShieldCheck,
  Smartphone,
  Upload,
  User,
  UserPlus,
  Users,
  Waypoints,
} from 'lucide-react'
import { NavLink } from '@/components/layout/nav-links'
import type { DashboardRoute } from '@/lib/http/pages/page-route'
import type { Messages } from '@/lib/i18n/messages'

const icons: Record<string, LucideIcon> = {
  'at-sign': AtSign,
  bell: Bell,
  'book-open': BookOpen,
  'credit-card': CreditCard,
  database: Database,
  download: Download,
  house: House,
  inbox: Inbox,
  user: User,
  'key-round': KeyRound,
  layers: Layers,
  'link-2': Link2,
  'lock-keyhole': LockKeyhole,
  mail: Mail,
  megaphone: Megaphone,
  'monitor-smartphone': MonitorSmartphone,
  smartphone: Smartphone,
  'scroll-text': ScrollText,
  settings: Settings,
  'shield-check': ShieldCheck,
  upload: Upload,
  'user-plus': UserPlus,
  users: Users,
  waypoints: Waypoints,
}

interface DashboardNavProps {
  shell: Messages['shell']
  /** The routes that the user may see. */
  routes: readonly DashboardRoute[]
}

/** The navigation, in groups, built from the routes that the user may see. */
export function DashboardNav({ shell, routes }: DashboardNavProps) {
  const groups = [...new Set(routes.map((route) => route.group))]
  const places = routes.map((route) => route.path)
  return (
    <nav aria-label={shell.navigation} className="grid gap-5">
      {groups.map((group) => (
        <div key={group}>
          {group === 'general' ? null : (
            <p className="mb-1 px-2.5 text-xs font-medium text-muted">{shell.groups[group]}</p>
          )}
          <ul className="grid gap-0.5">
            {routes
              .filter((route) => route.group === group)
              .map((route) => (
                <li key={route.path}>
                  <NavLink href={route.path} places={places}>
                    <RouteIcon name={route.icon} />
                    {shell.navigationItems[route.label]}
                  </NavLink>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The icon of a navigation route. */
export function RouteIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? Circle
  return <Icon aria-hidden />
}
