'use client'

import {
  type ComponentProps,
  type SubmitEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { FormContext, untouchedForm } from '@/components/forms/form-context'
import { callAction, type ClientTexts, leavePage } from '@/components/forms/form-submission'
import { useStayInList } from '@/components/forms/stay-in-list'
import { FieldMessage } from '@/components/ui/live-region'
import type { ActionState, FormAction } from '@/lib/web/action-state'

interface BareFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method'> {
  action: FormAction
  texts: ClientTexts
  /** The text for a refusal, in place of the general one. */
  explain?: (refused: ActionState) => string | null | undefined
  /** The text of a success, shown as a toast: for the form of a row. */
  done?: string
}

/**
 * A form without fields to fill in, of which a page may have many: it keeps no state between
 * submissions. A refusal appears inside it; without JavaScript, the page is rendered again and
 * reports it (readOutcome).
 */
export function BareForm({
  action,
  texts,
  explain,
  done,
  onSubmit,
  children,
  ...attributes
}: BareFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { stay, refreshing } = useStayInList(form)
  const [sending, start] = useTransition()
  const pending = sending || refreshing
  const [fault, setFault] = useState<string | null>(null)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    onSubmit?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    if (pending) return
    const data = new FormData(event.currentTarget, event.nativeEvent.submitter)
    start(async () => {
      const state = await callAction(action, data, texts)
      const { redirect } = state
      if (redirect !== null) return leavePage(() => window.location.assign(redirect))
      const isDone = state.notice !== null && done !== undefined
      setFault(isDone ? null : (explain?.(state) ?? state.message))
      if (isDone) stay(done)
    })
  }
  return (
    <form {...attributes} ref={form} action={action} onSubmit={submit} aria-busy={pending}>
      {children}
      <FieldMessage>{pending ? null : fault}</FieldMessage>
    </form>
  )
}

interface QueryFormProps extends Omit<ComponentProps<'form'>, 'method' | 'onSubmit'> {
  /** The initial values of the fields. */
  values: Record<string, string>
  /** The error message of each faulty field. */
  errors?: Record<string, string>
}

/**
 * A form that submits to a URL and writes nothing. Its fields look and work like those of an
 * ActionForm; the page validates them.
 */
export function QueryForm({ values, errors = {}, children, ...attributes }: QueryFormProps) {
  const state = useMemo(() => ({ ...untouchedForm, values, errors }), [values, errors])
  return (
    <form noValidate {...attributes} method="get">
      <FormContext value={state}>{children}</FormContext>
    </form>
  )
}

/**
 * For a form with a long text and `noValidate={false}`: without JavaScript, the browser validates
 * the fields, because only a short text can be returned with a refusal. With JavaScript, this
 * component leaves validation to the service, whose messages appear beside the fields.
 */
export function DisableNativeValidation() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (form) form.noValidate = true
  }, [])
  return <span ref={place} hidden />
}
