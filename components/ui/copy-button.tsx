'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'

/** For how long the button says that it worked, in milliseconds. */
const SAID_FOR = 2_500

/** Copies a text. Without JavaScript, or where the browser keeps the clipboard to itself, there is no such button. */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const hydrated = useHydrated()
  const [done, setDone] = useState(0)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(0), SAID_FOR)
    return () => clearTimeout(timer)
  }, [done])

  if (!hydrated || !('clipboard' in navigator)) return null
  const Icon = done ? Check : Copy
  return (
    <>
      <Button
        variant="outline"
        size="sm"
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
