'use client'

import { createContext, useContext } from 'react'

/** What the fields, the alert and the button of one form show. */
export interface FormState {
  /** The message of each faulty field, by the field's name. */
  errors: Record<string, string>
  /**
   * What each field starts with: what was typed before a refused post without JavaScript, else the
   * given value.
   */
  values: Record<string, string>
  /** Whether a post is on its way, or the page is about to be left after it. */
  pending: boolean
  /** Whether the post succeeded and the browser is loading the next page. */
  leaving: boolean
  /** The code of the refusal, where there is one. */
  code: string | null
  /** What is wrong with the form as a whole. */
  formError: string | null
  /** The key of a message of success, for forms that stay on their page. */
  notice: string | null
  /** When to try again, in seconds, where the refusal says so. */
  retryAfterSeconds: number | null
  /** What to name when reporting an internal error. */
  requestId: string | null
}

/** The state of a form that nothing has happened to. */
export const untouchedForm: FormState = {
  errors: {},
  values: {},
  pending: false,
  leaving: false,
  code: null,
  formError: null,
  notice: null,
  retryAfterSeconds: null,
  requestId: null,
}

export const FormContext = createContext<FormState>(untouchedForm)

/** The state of the surrounding `ActionForm`. */
export function useFormState(): FormState {
  return useContext(FormContext)
}
