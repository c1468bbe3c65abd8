import type { DashboardRoute } from '@/lib/http/pages/page-route'

/** The settings pages: part of the dashboard's route table. */
export const settingsPages = [
  {
    path: '/dashboard/settings',
    permission: 'settings:manage',
    // Each area has its own permission; the overview shows the areas that the user may open.
    orPermission: 'notifications:settings',
    label: 'settings',
    group: 'administration',
    icon: 'settings',
    nav: true,
  },
  {
    path: '/dashboard/settings/mail',
    permission: 'settings:manage',
    label: 'settings',
    group: 'administration',
    icon: 'settings',
    nav: false,
  },
  {
    path: '/dashboard/settings/sms',
    permission: 'notifications:settings',
    label: 'settings',
    group: 'administration',
    icon: 'settings',
    nav: false,
  },
  {
    path: '/dashboard/settings/payments',
    permission: 'notifications:settings',
    label: 'settings',
    group: 'administration',
    icon: 'settings',
    nav: false,
  },
  {
    path: '/dashboard/settings/brand',
    permission: 'settings:manage',
    label: 'settings',
    group: 'administration',
    icon: 'settings',
    nav: false,
  },
  {
    path: '/dashboard/settings/mail-texts',
    permission: 'settings:manage',
    label: 'settings',
    group: 'administration',
    icon: 'settings',
    nav: false,
  },
  {
    path: '/dashboard/settings/mail-texts/edit',
    permission: 'settings:manage',
    label: 'settings',
    group: 'administration',
    icon: 'settings',
    nav: false,
  },
  {
    path: '/dashboard/settings/policy',
    permission: 'settings:manage',
    label: 'settings',
    group: 'administration',
    icon: 'settings',
    nav: false,
  },
  {
    path: '/dashboard/settings/status',
    permission: 'settings:manage',
    label: 'settings',
    group: 'administration',
    icon: 'settings',
    nav: false,
  },
] as const satisfies readonly DashboardRoute[]
