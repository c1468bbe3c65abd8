import type { DashboardRoute } from '@/lib/web/dashboard-route'

const common = { label: 'payments', group: 'administration', icon: 'credit-card' } as const
/** One's own payments, or all of them. */
const readers = { permission: 'payments:charge', orPermission: 'payments:list' } as const

/** The pages of payments: part of the dashboard's table. */
export const paymentRoutes = [
  { path: '/dashboard/payments', ...readers, ...common, nav: true },
  { path: '/dashboard/payments/new', permission: 'payments:charge', ...common, nav: false },
  // Asks for itself whose payments they may be.
  { path: '/dashboard/payments/export', permission: null, ...common, nav: false, download: true },
  { path: '/dashboard/payments/[id]', ...readers, ...common, nav: false },
] as const satisfies readonly DashboardRoute[]
