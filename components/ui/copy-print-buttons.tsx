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
  failed,
}: {
  text?: string
  label: string
  copied: string
  /** What to do if the browser refuses to copy. */
  failed: string
}) {
  const hydrated = useHydrated()
  const [result, setResult] = useState<{ done: boolean } | null>(null)

  useEffect(() => {
    if (!result?.done) return
    const timer = setTimeout(() => setResult(null), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [result])

  const usable = !hydrated || 'clipboard' in navigator
  if (!usable) return null
  const Icon = result?.done ? Check : Copy
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className={hydrated ? undefined : 'invisible noscript:hidden'}
        onClick={({ currentTarget }) => {
          const copiedText =
            text ?? currentTarget.closest('figure')?.querySelector('code')?.innerText
          navigator.clipboard.writeText(copiedText ?? '').then(
            () => setResult({ done: true }),
            () => setResult({ done: false }),
          )
        }}
      >
        <Icon aria-hidden />
        {label}
      </Button>
      <span
        role="status"
        className={result?.done === false ? 'text-[0.8125rem] text-danger' : 'sr-only'}
      >
        {result ? (result.done ? copied : failed) : null}
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
