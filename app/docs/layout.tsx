import type { ReactNode } from 'react'
import { PublicShell } from '@/components/layout/public-shells'
import { webLocale, webTheme } from '@/lib/web/preferences'

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <PublicShell locale={await webLocale()} theme={await webTheme()} wide>
      {children}
    </PublicShell>
  )
}
