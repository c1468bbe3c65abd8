import type { ReactNode } from 'react'
import { DashboardFrame } from '@/app/dashboard/dashboard-frame'
import { requirePage } from '@/lib/web/page-request'

/**
 * The frame of the dashboard. Each page asks for itself who is signed in: a layout is not rendered
 * anew at each step.
 */
export default async function Layout({ children }: { children: ReactNode }) {
  return <DashboardFrame signedIn={await requirePage('/dashboard')}>{children}</DashboardFrame>
}
