import type { ReactNode } from 'react'
import { AuthShell } from '@/components/layout/auth-shell'
import { webLocale } from '@/lib/web/web-locale'
import { webTheme } from '@/lib/web/web-theme'

/** The frame of the contact page. */
export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <AuthShell locale={await webLocale()} theme={await webTheme()}>
      {children}
    </AuthShell>
  )
}
