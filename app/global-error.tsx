'use client'

import '@/app/globals.css'
import { FaultMessage, useBrowserLocale, useFaultTexts } from '@/components/feedback/fault-message'

/** Replaces the whole document when the root layout itself failed. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang={useBrowserLocale()} data-theme="system">
      <body>
        <main className="px-4 py-16">
          <title>{useFaultTexts().title}</title>
          <FaultMessage digest={error.digest} retry={() => window.location.reload()} />
        </main>
      </body>
    </html>
  )
}
