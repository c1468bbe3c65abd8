'use client'

import { FaultMessage } from '@/components/feedback/fault-message'

/** In place of a page that broke. */
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
