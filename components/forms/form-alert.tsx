'use client'

import type { ReactNode } from 'react'
import { useFormState } from '@/components/forms/form-context'
import { Alert } from '@/components/ui/alert'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatDuration } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'

interface FormAlertProps {
  locale: Locale
  texts: { tryAgainIn: string; requestId: string }
  /** What to say here instead of the general sentence, by problem code. */
  problemTexts?: Partial<Record<string, string>>
  /** What each notice says, by its key. */
  notices?: Partial<Record<string, string>>
  /** What to offer beside a refusal, by problem code. */
  ways?: Partial<Record<string, ReactNode>>
  /** The name of the only field: its error needs no sentence about the form. */
  onlyField?: string | undefined
}

/** The one notice that reports no success. */
const BAD_NEWS = 'session_ended'

/** What is to be said of the form as a whole: why it was refused, or that it worked. Mounted before there is anything. */
export function FormAlert({
  locale,
  texts,
  problemTexts = {},
  notices = {},
  ways = {},
  onlyField,
}: FormAlertProps) {
  const { errors, formError, code, notice, retryAfterSeconds, requestId } = useFormState()
  const text = notice ? notices[notice] : undefined
  const marked = Object.keys(errors)
  const whole = (marked.length === 0 && code && problemTexts[code]) || formError
  const reason = marked.length === 1 && marked[0] === onlyField ? null : whole
  const more = [
    retryAfterSeconds
      ? formatMessage(texts.tryAgainIn, { duration: formatDuration(retryAfterSeconds, locale) })
      : null,
    code === 'internal_error' && requestId ? formatMessage(texts.requestId, { id: requestId }) : null,
  ].filter(Boolean)
  return (
    <>
      <div role="alert" className="empty:hidden">
        {reason ? (
          <Alert tone="danger" className="animate-rise">
            <p>
              {reason} {more.join(' ')}
            </p>
            {code && ways[code] ? <div className="mt-1.5">{ways[code]}</div> : null}
          </Alert>
        ) : null}
      </div>
      <div role="status" className="empty:hidden">
        {text ? (
          <Alert tone={notice === BAD_NEWS ? 'info' : 'success'} className="animate-rise">
            <p>{text}</p>
          </Alert>
        ) : null}
      </div>
    </>
  )
}
