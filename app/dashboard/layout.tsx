import type { ReactNode } from 'react'
import { DashboardShell } from '@/components/layout/dashboard-shell'
import { findUnreadCount } from '@/lib/inbox/find-unread-count'
import { can } from '@/lib/rbac/can'
import { visibleRoutes } from '@/lib/web/visible-routes'
import { requirePage } from '@/lib/web/require-page'
import { webLocale } from '@/lib/web/web-locale'
import { webTheme } from '@/lib/web/web-theme'

/** The frame of the dashboard. Each page asks for itself who is signed in: a layout is not rendered anew at each step. */
export default async function Layout({ children }: { children: ReactNode }) {
  const { principal, profile } = await requirePage('/dashboard')
  return (
    <DashboardShell
      locale={await webLocale()}
      theme={await webTheme()}
      user={{ email: profile.email, name: profile.name }}
      routes={visibleRoutes(principal)}
      findsPeople={can(principal, 'users:list')}
      unreadCount={await findUnreadCount(principal.userId)}
    >
      {children}
    </DashboardShell>
  )
}
