import type { ReactNode } from 'react'
import { PublicShell } from '@/components/layout/public-shell'
import { webLocale } from '@/lib/web/web-locale'
import { webTheme } from '@/lib/web/web-theme'

/** The frame of what only local mode has. */
export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <PublicShell locale={await webLocale()} theme={await webTheme()}>
      {children}
    </PublicShell>
  )
}
