'use client'

import { Radio } from 'lucide-react'
import { useState } from 'react'
import { AutoRefresh } from '@/components/live/auto-refresh'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'

/**
 * A switch, off by default, that refreshes the page every five seconds while it is visible. Its
 * space is reserved until scripts run.
 */
export function LiveTail({ label, hint }: { label: string; hint: string }) {
  const [on, setOn] = useState(false)
  const hydrated = useHydrated()
  return (
    <>
      {on ? <AutoRefresh everyMs={5000} /> : null}
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
    </>
  )
}
