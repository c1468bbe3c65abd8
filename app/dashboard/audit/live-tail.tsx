'use client'

import { Radio } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'

const EVERY_MS = 5000

/**
 * A switch, off by default, that refreshes the page every five seconds while it is visible. Its
 * space is reserved until scripts run.
 */
export function LiveTail({ label, hint }: { label: string; hint: string }) {
  const router = useRouter()
  const [on, setOn] = useState(false)
  const hydrated = useHydrated()
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [on, router])
  return (
    <Button
      variant="outline"
      size="sm"
      aria-pressed={on}
      title={hint}
      className={hydrated ? undefined : 'invisible noscript:hidden'}
      onClick={() => setOn(!on)}
    >
      <Radio aria-hidden className={on ? 'text-success' : undefined} />
      {label}
    </Button>
  )
}
