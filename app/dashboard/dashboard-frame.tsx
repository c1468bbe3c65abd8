import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { DashboardShell } from '@/components/layout/dashboard-shell'
import { findUnreadCount } from '@/lib/inbox/find-unread-count'
import { can } from '@/lib/rbac/can'
import { judgedAt } from '@/lib/web/judged-at'
import { paletteActions } from '@/lib/web/palette-actions'
import type { SignedIn } from '@/lib/web/require-page'
import { visibleRoutes } from '@/lib/web/visible-routes'
import { webLocale } from '@/lib/web/web-locale'
import { webTheme } from '@/lib/web/web-theme'

/** The dashboard shell. Its navigation lists only the pages that the signed-in user may open. */
export async function DashboardFrame({
  signedIn: { principal, profile },
  children,
}: {
  signedIn: SignedIn
  children: ReactNode
}) {
  return (
    <DashboardShell
      locale={await webLocale()}
      theme={await webTheme()}
      user={profile}
      routes={visibleRoutes(principal)}
      actions={paletteActions(principal, { mfaEnabled: profile.mfa_enabled })}
      findsPeople={can(principal, 'users:list')}
      unreadCount={await findUnreadCount(principal.userId)}
      shownAt={judgedAt(await headers()).getTime()}
    >
      {children}
    </DashboardShell>
  )
}
