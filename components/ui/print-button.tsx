'use client'

import { Printer } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'

/** Opens the browser's print dialogue; without JavaScript the browser's own menu has it. */
export function PrintButton({ label }: { label: string }) {
  if (!useHydrated()) return null
  return (
    <Button variant="outline" size="sm" onClick={() => window.print()}>
      <Printer aria-hidden />
      {label}
    </Button>
  )
}
