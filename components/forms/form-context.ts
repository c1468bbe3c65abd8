'use client'

import { createContext, useContext } from 'react'

/** The state shown by a form's fields, alert and button. */
export interface FormState {
  /** Error messages by field name. */
  errors: Record<string, string>
  /**
   * Initial values: what was typed before a refused post without JavaScript, otherwise the given
   * value.
   */
  values: Record<string, string>
  /**
   * What was posted, if the page was rendered again after a refusal: an unchecked box is missing.
   */
  echoed: Record<string, string> | null
  /** What was posted then in fields that may be repeated. */
  echoedLists: Record<string, string[]>
  /** What was posted, after it was saved and the page was refreshed; null before. */
  saved: Record<string, FormDataEntryValue> | null
  /** Whether a post is in progress, or the page that shows its result is loading. */
  pending: boolean
  /** Whether the post succeeded and the page that shows its result is loading. */
  leaving: boolean
  /** The problem code of the refusal, if any. */
  code: string | null
  /** The error message about the form as a whole. */
  formError: string | null
  /** The key of a success message, for forms that stay on their page. */
  notice: string | null
  /** Seconds until a retry is allowed, if the refusal says so. */
  retryAfterSeconds: number | null
  /** The id to quote when reporting an internal error. */
  requestId: string | null
}

/** The state of a form before its first submission. */
export const untouchedForm: FormState = {
  errors: {},
  values: {},
  echoed: null,
  echoedLists: {},
  saved: null,
  pending: false,
  leaving: false,
  code: null,
  formError: null,
  notice: null,
  retryAfterSeconds: null,
  requestId: null,
}

export const FormContext = createContext<FormState>(untouchedForm)

export function useFormState(): FormState {
  return useContext(FormContext)
}
