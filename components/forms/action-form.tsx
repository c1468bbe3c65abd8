'use client'

import { useRouter } from 'next/navigation'
import {
  type ComponentProps,
  type ReactNode,
  startTransition,
  type SubmitEvent,
  useActionState,
  useEffect,
  useEffectEvent,
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
import { SignInAgain } from '@/components/forms/sign-in-again'
import { useStayInList } from '@/components/forms/stay-in-list'
import { Alert } from '@/components/ui/alert'
import { LiveRegion } from '@/components/ui/live-region'
import { formatDuration, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import { ownValue } from '@/lib/platform/own-value'
import { type ActionState, type FormAction, initialActionState } from '@/lib/web/action-state'

export interface ActionFormProps extends Omit<
  ComponentProps<'form'>,
  'action' | 'method' | 'onSubmit'
> {
  action: FormAction
  texts: ClientTexts
  /**
   * The initial state of the form: a notice from the previous page, or the input recovered from an
   * outdated form.
   */
  initial?: ActionState
  /**
   * Which of several forms on the page this is; sent as the field `intent`. Only the page reads it,
   * to show a refusal at the right form; each form has its own action.
   */
  intent?: string
  /** The initial values of the fields. */
  values?: Record<string, string>
  /** The text of each notice that is shown as a toast: for the form of a row. */
  toasts?: Partial<Record<string, string>>
}

/**
 * A form that submits to a server action. Without JavaScript, the browser posts it to the page's
 * own URL and the page is rendered again. With it, the result appears in place, the input is kept,
 * and focus moves to the first fault.
 */
export function ActionForm({
  action,
  texts,
  initial = initialActionState,
  intent,
  values,
  toasts,
  children,
  ...attributes
}: ActionFormProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const { stay, refreshing } = useStayInList(form)
  // Rendering on the server needs the action itself: its id goes into the form for browsers without
  // JavaScript.
  const reached =
    typeof window === 'undefined'
      ? action
      : (_: ActionState, data: FormData) => callAction(action, data, texts)
  const [state, dispatch, sending] = useActionState(reached, initial)
  const [preparing, prepare] = useTransition()
  const [own, setOwn] = useState<{ of: ActionState; state: ActionState } | null>(null)
  const shown = own && own.of === state ? own.state : state
  const isLeaving = state.redirect !== null
  // React ignores an initial state that a later refresh of the page brings.
  const first = useRef(initial)
  const sent = useRef<FormState['saved']>(null)
  const [saved, setSaved] = useState<FormState['saved']>(null)
  const [posted] = useState(state)
  const echoes = !shown.notice && Object.keys(posted.values).length > 0
  const echoed = echoes ? posted.values : null
  const echoedLists = echoes ? posted.lists : initialActionState.lists
  const known = useMemo(() => ({ ...values, ...echoed }), [values, echoed])
  const leaving = isLeaving || refreshing
  const pending = preparing || sending || leaving

  // A refresh brings new objects, which must not report the result again.
  const reportAsToast = useEffectEvent((notice: string) => {
    const text = ownValue(toasts ?? {}, notice)
    if (text) stay(text)
    return text !== undefined
  })

  useEffect(() => {
    if (shown.redirect) {
      // The browser may restore a page that was left.
      if (form.current) clearSecrets(form.current)
      window.location.assign(shown.redirect) // a full page load: new cookies, no cached pages
    } else if (shown.notice && shown !== first.current) {
      // A saved form is empty again: typed secrets would also hold back every refresh.
      if (form.current) clearSecrets(form.current)
      if (reportAsToast(shown.notice)) return
      // In one transition, so that the fields hear of it together with their new default values.
      startTransition(() => {
        router.refresh()
        setSaved(sent.current)
      })
    } else if (shown.message && form.current) focusFirstFault(form.current, shown.errors)
  }, [shown, router])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    // React would reset every field after the action.
    event.preventDefault()
    if (pending) return
    const target = event.currentTarget
    const { submitter } = event.nativeEvent
    const oversized = findOversizedFile(target)
    if (oversized) return setOwn({ of: state, state: fileFault(oversized, texts) })
    prepare(async () => {
      await waitForBotCheck(target)
      const data = withoutEmptyFiles(new FormData(target, submitter))
      // Only fields that show a stored value: typed secrets are not kept.
      sent.current = Object.fromEntries([...data].filter(([name]) => name in known))
      startTransition(() => dispatch(data))
    })
  }

  const context: FormState = useMemo(() => {
    const { errors, code, message, notice, retryAfterSeconds, requestId } = pending
      ? initialActionState
      : shown
    const said = { errors, code, formError: message, notice, retryAfterSeconds, requestId }
    return { ...said, values: known, echoed, echoedLists, saved, pending, leaving }
  }, [shown, known, echoed, echoedLists, saved, pending, leaving])
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

/** React would send an empty file field as a file with an invented name. */
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
 * Focuses the first faulty field or, if only the form as a whole was refused, its secret. An
 * incorrect secret is selected, so that typing replaces it; a new password can be edited.
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
  texts: { tryAgainIn: string; requestId: string; signInAgain: string }
  /** Texts that replace the general ones, by problem code. */
  problemTexts?: Partial<Record<string, string>>
  /** The text of each notice, by key. */
  notices?: Partial<Record<string, string>>
  /** What to offer beside a refusal, by problem code; by default, signing in again if required. */
  recoveryActions?: Partial<Record<string, ReactNode>>
  /** The name of the only field: its error needs no message about the form. */
  onlyField?: string | undefined
}

/** The only notice that is not about a success. */
const INFO_NOTICE = 'session_ended'

/**
 * The message about the form as a whole: why it was refused, or that it succeeded. Its live regions
 * stay in the accessibility tree while they are empty, because screen readers announce changes in
 * them, not a region that appears with its text.
 */
export function FormAlert({
  locale,
  texts,
  problemTexts = {},
  notices = {},
  recoveryActions = {},
  onlyField,
}: FormAlertProps) {
  const { errors, formError, code, notice, retryAfterSeconds, requestId } = useFormState()
  const text = ownValue(notices, notice)
  const recoveryAction =
    (code && recoveryActions[code]) ??
    (code === 'reauthentication_required' ? <SignInAgain label={texts.signInAgain} /> : null)
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
      <LiveRegion role="alert">
        {reason ? (
          <Alert tone="danger" className="animate-rise">
            <p>
              {reason} {more.join(' ')}
            </p>
            {recoveryAction ? <div className="mt-1.5">{recoveryAction}</div> : null}
          </Alert>
        ) : null}
      </LiveRegion>
      <LiveRegion role="status">
        {text ? (
          <Alert tone={notice === INFO_NOTICE ? 'info' : 'success'} className="animate-rise">
            <p>{text}</p>
          </Alert>
        ) : null}
      </LiveRegion>
    </>
  )
}
