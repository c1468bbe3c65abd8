'use client'

import { Check, Copy, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'

/** How long the button shows its success, in milliseconds. */
const CONFIRMATION_MS = 2_500

/**
 * Copies a text; by default the code of the figure that the button is in. Its space is reserved
 * until scripts run; the button is missing without JavaScript or without a clipboard API.
 */
export function CopyButton({
  text,
  label,
  copied,
}: {
  text?: string
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
        onClick={({ currentTarget }) => {
          const copiedText =
            text ?? currentTarget.closest('figure')?.querySelector('code')?.innerText
          void navigator.clipboard.writeText(copiedText ?? '').then(() => setDone((n) => n + 1))
        }}
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
 * Opens the browser's print dialog. Without JavaScript, its space stays empty: the browser's menu
 * can print.
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
