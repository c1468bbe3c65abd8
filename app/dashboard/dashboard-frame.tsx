import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { DashboardShell } from '@/components/layout/dashboard-shell'
import { requestInstant } from '@/lib/http/pages/page-principal'
import { navigationOf } from '@/lib/http/pages/page-table'
import { findUnreadCount } from '@/lib/messaging/inbox/inbox'
import { can } from '@/lib/platform/request-context'
import { paletteActions } from '@/lib/web/page-links'
import type { SignedIn } from '@/lib/web/page-request'
import { webLocale, webTheme } from '@/lib/web/preferences'

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
      pages={navigationOf(principal)}
      actions={
        principal.missingFactor
          ? []
          : paletteActions(principal, { mfaEnabled: profile.mfa_enabled })
      }
      canSearchUsers={can(principal, 'users:list')}
      unreadCount={principal.missingFactor ? null : await findUnreadCount(principal.userId)}
      shownAt={requestInstant(await headers()).getTime()}
    >
      {children}
    </DashboardShell>
  )
}
