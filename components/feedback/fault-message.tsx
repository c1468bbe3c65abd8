'use client'

import { MessagePage } from '@/components/feedback/message-page'
import { useBrowserLocale } from '@/components/feedback/use-browser-locale'
import { Button } from '@/components/ui/button'
import { pages as english } from '@/lib/i18n/en/pages'
import { formatMessage } from '@/lib/i18n/format-message'
import { pages as turkish } from '@/lib/i18n/tr/pages'

/** What is shown in place of something that broke. `digest` is the log's reference to the cause, which stays there. */
export function FaultMessage({ digest, retry }: { digest?: string; retry: () => void }) {
  const { fault } = { en: english, tr: turkish }[useBrowserLocale()]
  return (
    <MessagePage eyebrow="500" heading={fault.heading} lead={fault.lead}>
      <Button onClick={retry}>{fault.retry}</Button>
      {digest ? (
        <p className="font-mono text-xs text-muted">{formatMessage(fault.reference, { id: digest })}</p>
      ) : null}
    </MessagePage>
  )
}
