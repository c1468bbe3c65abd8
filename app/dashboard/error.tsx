'use client'

import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { FaultMessage } from '@/components/feedback/fault-message'

/** Replaces a dashboard page that failed to render. The frame around it keeps working. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const router = useRouter()
  const retry = () =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  return <FaultMessage digest={error.digest} retry={retry} />
}
