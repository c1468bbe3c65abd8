'use client'

import type { ComponentProps } from 'react'
import { FailedPage } from '@/components/feedback/fault-message'

/** Replaces a page that failed to render. */
export default function ErrorPage(props: ComponentProps<typeof FailedPage>) {
  return (
    <main className="px-4">
      <FailedPage {...props} />
    </main>
  )
}
