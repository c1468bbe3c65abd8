import type { PostedFields } from '@/lib/http/pages/page-exchange'

/**
 * The result of a form's last submission, as the page shows it. Sent to the browser: never contains
 * a secret. What the user entered is empty when script runs, because the fields keep their content.
 */
export interface ActionState extends PostedFields {
  /** Error messages by field name. */
  errors: Record<string, string>
  /** The problem code of a refusal. */
  code: string | null
  /** The error message of the whole form. */
  message: string | null
  /** The message key of a success notice, for a form that stays on its page. */
  notice: string | null
  /** When to retry, in seconds. */
  retryAfterSeconds: number | null
  /** The id to quote when reporting an internal error. */
  requestId: string | null
  /**
   * Where script navigates now, with a full page load. Without script the response itself
   * redirects.
   */
  redirect: string | null
}

export const initialActionState: ActionState = {
  errors: {},
  values: {},
  lists: {},
  code: null,
  message: null,
  notice: null,
  retryAfterSeconds: null,
  requestId: null,
  redirect: null,
}

/**
 * A server action as a form calls it: with the form's previous state, if it keeps one. Clients can
 * forge that state, so actions ignore it.
 */
export interface FormAction {
  (previous: ActionState, form: FormData): Promise<ActionState>
  (form: FormData): Promise<void>
}
