import type { DashboardRoute } from '@/lib/http/pages/page-route'

/** The pages for bulk notifications: part of the dashboard's route table. */
export const notificationPages = [
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

const common = { label: 'payments', group: 'administration', icon: 'credit-card' } as const
/** Users see their own payments, or all of them, depending on the permission. */
const readers = { permission: 'payments:charge', orPermission: 'payments:list' } as const

/** The payment pages: part of the dashboard's route table. */
export const paymentPages = [
  { path: '/dashboard/payments', ...readers, ...common, nav: true },
  { path: '/dashboard/payments/new', permission: 'payments:charge', ...common, nav: false },
  // Checks itself whether the user may export all payments or only their own.
  { path: '/dashboard/payments/export', permission: null, ...common, nav: false, download: true },
  { path: '/dashboard/payments/[id]', ...readers, ...common, nav: false },
] as const satisfies readonly DashboardRoute[]

/** The upload pages: part of the dashboard's route table. */
export const uploadPages = [
  {
    path: '/dashboard/uploads',
    permission: 'uploads:create',
    label: 'uploads',
    group: 'general',
    icon: 'upload',
    nav: true,
  },
  {
    path: '/dashboard/uploads/[id]/file',
    permission: null,
    label: 'uploads',
    group: 'general',
    icon: 'upload',
    nav: false,
    download: true,
  },
  {
    path: '/dashboard/avatars/[id]',
    permission: null,
    label: 'uploads',
    group: 'general',
    icon: 'upload',
    nav: false,
    download: true,
  },
] as const satisfies readonly DashboardRoute[]
