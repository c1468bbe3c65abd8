'use client'

import { FaultMessage } from '@/components/feedback/fault-message'

/** Replaces a page that failed to render. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <main className="px-4">
      <FaultMessage digest={error.digest} retry={reset} />
    </main>
  )
}
