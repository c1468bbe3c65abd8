import type { ReactNode } from 'react'
import { DashboardFrame } from '@/app/dashboard/dashboard-frame'
import { requireSession } from '@/lib/web/page-request'

/**
 * The dashboard frame. Each page checks the session itself: a layout is not rendered again on every
 * navigation.
 */
export default async function Layout({ children }: { children: ReactNode }) {
  return <DashboardFrame signedIn={await requireSession()}>{children}</DashboardFrame>
}
