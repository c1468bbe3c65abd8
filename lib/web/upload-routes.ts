import type { DashboardRoute } from '@/lib/web/dashboard-route'

/** The pages of uploaded files: part of the dashboard's table. */
export const uploadRoutes = [
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
