'use client'

import { MessagePage } from '@/components/feedback/message-page'
import { useBrowserLocale } from '@/components/feedback/use-browser-locale'
import { fault as english } from '@/lib/i18n/en/fault'
import { formatMessage } from '@/lib/i18n/format-message'
import { fault as turkish } from '@/lib/i18n/tr/fault'

/** The texts of a fault, in the language of the page. */
export function useFaultTexts() {
  return { en: english, tr: turkish }[useBrowserLocale()]
}

/**
 * What is shown in place of something that broke. `digest` is the log's reference to the cause, which stays there. Every page
 * brings this along, so it imports little.
 */
export function FaultMessage({ digest, retry }: { digest?: string; retry: () => void }) {
  const fault = useFaultTexts()
  return (
    <MessagePage eyebrow="500" heading={fault.heading} lead={fault.lead}>
      <button
        type="button"
        onClick={retry}
        className="h-9 rounded-md bg-primary px-3.5 text-sm font-medium text-on-primary shadow-control hover:bg-primary-hover"
      >
        {fault.retry}
      </button>
      {digest ? (
        <p className="font-mono text-xs text-muted">{formatMessage(fault.reference, { id: digest })}</p>
      ) : null}
    </MessagePage>
  )
}
