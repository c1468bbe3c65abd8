'use client'

import { Check, Copy, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'

/** For how long the button says that it worked, in milliseconds. */
const CONFIRMATION_MS = 2_500

/**
 * Copies a text. Its place is kept until scripts run; without JavaScript, and where the browser
 * offers no clipboard, there is no such button.
 */
export function CopyButton({
  text,
  label,
  copied,
}: {
  text: string
  label: string
  copied: string
}) {
  const hydrated = useHydrated()
  const [done, setDone] = useState(0)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(0), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [done])

  const usable = !hydrated || 'clipboard' in navigator
  if (!usable) return null
  const Icon = done ? Check : Copy
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className={hydrated ? undefined : 'invisible noscript:hidden'}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setDone((n) => n + 1))}
      >
        <Icon aria-hidden />
        {label}
      </Button>
      <span role="status" className="sr-only">
        {done ? copied : ''}
      </span>
    </>
  )
}

/**
 * Opens the browser's print dialog. Without JavaScript its place stays empty: the browser's own
 * menu has it.
 */
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
