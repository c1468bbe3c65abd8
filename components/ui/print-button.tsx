'use client'

import { Printer } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'

/** Opens the browser's print dialog. Without JavaScript its place stays empty: the browser's own menu has it. */
export function PrintButton({ label }: { label: string }) {
  const hydrated = useHydrated()
  return (
    <Button
      variant="outline"
      size="sm"
      className={hydrated ? undefined : 'invisible'}
      onClick={() => window.print()}
    >
      <Printer aria-hidden />
      {label}
    </Button>
  )
}
