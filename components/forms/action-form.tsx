'use client'

import { useRouter } from 'next/navigation'
import {
  type ComponentProps,
  type ReactNode,
  startTransition,
  type SubmitEvent,
  useActionState,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { FormContext, type FormState, useFormState } from '@/components/forms/form-context'
import {
  callAction,
  type ClientTexts,
  findOversizedFile,
  waitForBotCheck,
} from '@/components/forms/form-submission'
import { Alert } from '@/components/ui/alert'
import { formatDuration, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { type ActionState, type FormAction, initialActionState } from '@/lib/web/action-state'

export interface ActionFormProps extends Omit<
  ComponentProps<'form'>,
  'action' | 'method' | 'onSubmit'
> {
  action: FormAction
  texts: ClientTexts
  /**
   * What the form shows to begin with: a notice from the page before, or what was recovered from an
   * outdated form.
   */
  initial?: ActionState
  /** Which of several forms of the page this is; sent as the field `intent`. */
  intent?: string
  /** What the fields start with. */
  values?: Record<string, string>
}

/**
 * A form whose submissions go to a server action. Without script the browser posts it to the page's
 * own address and the page comes back; with it the answer appears in place, everything typed stays,
 * and focus moves to the first fault.
 */
export function ActionForm({
  action,
  texts,
  initial = initialActionState,
  intent,
  values,
  children,
  ...attributes
}: ActionFormProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  // Rendering on the server needs the action itself: its id goes into the form for browsers without
  // script.
  const reached =
    typeof window === 'undefined'
      ? action
      : (_: ActionState, data: FormData) => callAction(action, data, texts)
  const [state, dispatch, sending] = useActionState(reached, initial)
  const [preparing, prepare] = useTransition()
  const [own, setOwn] = useState<{ of: ActionState; state: ActionState } | null>(null)
  const shown = own && own.of === state ? own.state : state
  const leaving = state.redirect !== null
  const pending = preparing || sending || leaving

  useEffect(() => {
    if (shown.redirect) {
      // The browser may bring back a page that was left.
      if (form.current) clearSecrets(form.current)
      window.location.assign(shown.redirect) // a full load: new cookies, no cached pages
    } else if (shown.notice && shown !== initial) router.refresh()
    else if (shown.message && form.current) focusFirstFault(form.current, shown.errors)
  }, [shown, initial, router])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    // React would reset every field once the action is done.
    event.preventDefault()
    if (pending) return
    const target = event.currentTarget
    const { submitter } = event.nativeEvent
    const oversized = findOversizedFile(target)
    if (oversized) return setOwn({ of: state, state: fileFault(oversized, texts) })
    prepare(async () => {
      await waitForBotCheck(target)
      const data = withoutEmptyFiles(new FormData(target, submitter))
      startTransition(() => dispatch(data))
    })
  }

  const known = useMemo(() => ({ ...values, ...shown.values }), [values, shown])
  const context: FormState = useMemo(() => {
    const { errors, code, message, notice, retryAfterSeconds, requestId } = pending
      ? initialActionState
      : shown
    const said = { errors, code, formError: message, notice, retryAfterSeconds, requestId }
    return { ...said, values: known, pending, leaving }
  }, [shown, known, pending, leaving])
  return (
    <form
      noValidate
      {...attributes}
      ref={form}
      action={dispatch}
      onSubmit={submit}
      aria-busy={pending}
    >
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      <FormContext value={context}>{children}</FormContext>
    </form>
  )
}

function fileFault(field: string, texts: ClientTexts): ActionState {
  return {
    ...initialActionState,
    errors: { [field]: texts.fileTooLarge },
    message: texts.checkFields,
  }
}

/** React would send an empty file field as a file with a made-up name. */
function withoutEmptyFiles(data: FormData): FormData {
  for (const [name, value] of [...data])
    if (value instanceof File && value.name === '') data.delete(name)
  return data
}

const SECRETS =
  'input[type=password], input[autocomplete$=password], input[autocomplete=one-time-code]'

const GUESSED = 'input[autocomplete=current-password], input[autocomplete=one-time-code]'

function clearSecrets(form: HTMLFormElement) {
  form.querySelectorAll<HTMLInputElement>(SECRETS).forEach((input) => (input.value = ''))
}

/**
 * Focuses the first faulty field; where only the form as a whole is refused, its secret. A secret
 * that was simply wrong is selected, so that typing replaces it; one that is being chosen can be
 * mended.
 */
function focusFirstFault(form: HTMLFormElement, errors: Record<string, string>) {
  const fields = [...form.elements].filter(
    (element): element is HTMLInputElement => 'name' in element,
  )
  const faulty = fields.find((field) => field.name in errors && field.type !== 'hidden')
  const target = faulty ?? form.querySelector<HTMLInputElement>(SECRETS)
  target?.focus()
  if (target?.matches(GUESSED)) target.select()
}

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
const ERROR_NOTICES = 'session_ended'

/**
 * What is to be said of the form as a whole: why it was refused, or that it worked. Mounted before
 * there is anything.
 */
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
    code === 'internal_error' && requestId
      ? formatMessage(texts.requestId, { id: requestId })
      : null,
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
          <Alert tone={notice === ERROR_NOTICES ? 'info' : 'success'} className="animate-rise">
            <p>{text}</p>
          </Alert>
        ) : null}
      </div>
    </>
  )
}
