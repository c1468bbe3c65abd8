import type { DashboardRoute } from '@/lib/web/dashboard-route'

/** The pages of notifications to many: part of the dashboard's table. */
export const notificationRoutes = [
  {
    path: '/dashboard/notifications',
    permission: 'notifications:send',
    label: 'notifications',
    group: 'administration',
    icon: 'megaphone',
    nav: true,
  },
  {
    path: '/dashboard/notifications/new',
    permission: 'notifications:send',
    label: 'notifications',
    group: 'administration',
    icon: 'megaphone',
    nav: false,
  },
  {
    path: '/dashboard/notifications/templates',
    permission: 'notifications:send',
    label: 'notifications',
    group: 'administration',
    icon: 'megaphone',
    nav: false,
  },
  {
    path: '/dashboard/notifications/templates/new',
    permission: 'notifications:send',
    label: 'notifications',
    group: 'administration',
    icon: 'megaphone',
    nav: false,
  },
  {
    path: '/dashboard/notifications/templates/[id]',
    permission: 'notifications:send',
    label: 'notifications',
    group: 'administration',
    icon: 'megaphone',
    nav: false,
  },
  {
    path: '/dashboard/notifications/[id]',
    permission: 'notifications:send',
    label: 'notifications',
    group: 'administration',
    icon: 'megaphone',
    nav: false,
  },
] as const satisfies readonly DashboardRoute[]
