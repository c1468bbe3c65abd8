import type { ReactNode } from 'react'
import { AuthShell } from '@/components/layout/public-shells'
import { webLocale, webTheme } from '@/lib/web/preferences'

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <AuthShell locale={await webLocale()} theme={await webTheme()}>
      {children}
    </AuthShell>
  )
}
