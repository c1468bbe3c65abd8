/**
 * What a form shows about its last submission, in the words of the page. Sent to the browser: never
 * a secret.
 */
export interface ActionState {
  /** The message of each faulty field, by the field's name. */
  errors: Record<string, string>
  /**
   * What was entered, where the page was rendered anew. Empty when script runs: the fields still
   * hold it.
   */
  values: Record<string, string>
  /** The problem code of a refusal. */
  code: string | null
  /** Why the form as a whole was refused. */
  message: string | null
  /** The key of a message of success, for a form that stays on its page. */
  notice: string | null
  /** When to try again, in seconds. */
  retryAfterSeconds: number | null
  /** What to quote when reporting an internal error. */
  requestId: string | null
  /** Where script goes now, by a full page load. Without script the answer itself redirects. */
  redirect: string | null
}

export const initialActionState: ActionState = {
  errors: {},
  values: {},
  code: null,
  message: null,
  notice: null,
  retryAfterSeconds: null,
  requestId: null,
  redirect: null,
}

/**
 * A server action as a form calls it: with the state of the form before, where the form keeps one.
 * That state is the client's to forge: actions do not read it.
 */
export interface FormAction {
  (previous: ActionState, form: FormData): Promise<ActionState>
  (form: FormData): Promise<void>
}
