'use client'

import { useRouter } from 'next/navigation'
import { startTransition, useSyncExternalStore } from 'react'
import { MessagePage } from '@/components/feedback/message-page'
import { fault as english } from '@/lib/i18n/en/fault'
import { formatMessage } from '@/lib/i18n/format'
import { isLocale, type Locale, locales } from '@/lib/i18n/locale'
import { fault as turkish } from '@/lib/i18n/tr/fault'

/** The error texts, in the language of the page. */
export function useFaultTexts() {
  return { en: english, tr: turkish }[useBrowserLocale()]
}

/**
 * Replaces a component that failed to render. `digest` refers to the cause in the log, which is not
 * sent to the browser. Every page includes this component, so it imports little.
 */
export function FaultMessage({ digest, retry }: { digest?: string; retry: () => void }) {
  const fault = useFaultTexts()
  return (
    <MessagePage eyebrow="500" heading={fault.heading} lead={fault.lead}>
      <button
        type="button"
        onClick={retry}
        className="min-h-9 rounded-md border border-transparent bg-primary px-3.5 py-1 text-sm font-medium text-on-primary shadow-control hover:bg-primary-hover"
      >
        {fault.retry}
      </button>
      {digest ? (
        <p className="font-mono text-xs text-muted">
          {formatMessage(fault.reference, { id: digest })}
        </p>
      ) : null}
    </MessagePage>
  )
}

interface FailedPageProps {
  error: Error & { digest?: string }
  reset: () => void
}

/** Replaces a page that failed to render. Trying again asks the server for it again. */
export function FailedPage({ error, reset }: FailedPageProps) {
  const router = useRouter()
  const retry = () =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  return <FaultMessage digest={error.digest} retry={retry} />
}

const never = () => () => {}

/**
 * The language if the server cannot provide it (a page that failed): the document's, otherwise the
 * browser's.
 */
export function useBrowserLocale(): Locale {
  return useSyncExternalStore(never, readLocale, () => locales[0])
}

function readLocale(): Locale {
  const { lang } = document.documentElement
  return [lang, ...navigator.languages].map((tag) => tag.slice(0, 2)).find(isLocale) ?? locales[0]
}
