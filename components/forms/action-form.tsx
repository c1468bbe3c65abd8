'use client'

import { useEffect, useMemo, useRef, useState, type ComponentProps, type SubmitEvent } from 'react'
import { useRouter } from 'next/navigation'
import { untilChecked } from '@/components/forms/until-checked'
import { oversizedFile } from '@/components/forms/oversized-file'
import { FormContext, type FormState } from '@/components/forms/form-context'
import type { Flash } from '@/lib/web/flash'
import {
  answerFromFlash,
  fieldFault,
  networkFault,
  readPostResult,
  silentAnswer,
  type FormTexts,
  type PostResult,
} from '@/lib/web/form-answer'

interface ActionFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit'> {
  texts: FormTexts
  /** What the last post without JavaScript left behind. */
  flash?: Flash | null
  /** Which of several forms of the page this is; posted as the field `intent`. */
  intent?: string
  /** What the fields start with. */
  values?: Record<string, string>
}

/**
 * A form that posts to its page's own address. Without JavaScript it is that and nothing more; with it the same fields go
 * by fetch, and faults appear in place, focus moving to the first one. Everything typed stays, passwords too: they are still in the
 * page and never come back from the service. They go once the form has done its work.
 */
export function ActionForm({
  texts,
  flash = null,
  intent,
  values,
  children,
  ...attributes
}: ActionFormProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const [answer, setAnswer] = useState(() => answerFromFlash(flash, intent, texts))
  const [pending, setPending] = useState(false)

  useEffect(() => {
    if (form.current && answer.formError) focusFirstFault(form.current, answer.errors)
  }, [answer])

  useEffect(() => {
    // A page that comes back from the browser's back cache must not come back busy.
    const wake = (event: PageTransitionEvent) => event.persisted && setPending(false)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const target = event.currentTarget
    const { submitter } = event.nativeEvent
    setPending(true)
    setAnswer(silentAnswer)
    await untilChecked(target)
    const result = await post(target, submitter, texts)
    // The browser may bring back a page that was left.
    if (result.kind === 'go') clearSecrets(target)
    if (result.kind === 'go' && !result.notice) {
      window.location.assign(result.to) // a full load: new cookies, nothing left of the old router cache
      return // the button stays busy until the page is gone
    }
    setPending(false)
    if (result.kind === 'show') return setAnswer(result.answer)
    setAnswer({ ...silentAnswer, notice: result.notice })
    router.refresh()
  }

  const known = useMemo(
    () => ({ ...values, ...(flash && (flash.form ?? intent) === intent ? flash.values : undefined) }),
    [values, flash, intent],
  )
  const state: FormState = useMemo(() => ({ ...answer, values: known, pending }), [answer, known, pending])
  return (
    <form noValidate {...attributes} ref={form} method="post" onSubmit={submit} aria-busy={pending}>
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
      <FormContext value={state}>{children}</FormContext>
    </form>
  )
}

async function post(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  texts: FormTexts,
): Promise<PostResult> {
  // Sent in vain it would take long, and its answer could get lost.
  const oversized = oversizedFile(form)
  if (oversized) return { kind: 'show', answer: fieldFault(oversized, 'file_too_large', texts) }
  const data = new FormData(form, submitter)
  const fields = [...data].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  let response: Response
  try {
    response = await fetch(window.location.pathname + window.location.search, {
      method: 'POST',
      headers: { accept: 'application/json' },
      // As the browser itself would: files only where the form says so.
      body: form.enctype === 'multipart/form-data' ? data : new URLSearchParams(fields),
      redirect: 'manual',
    })
  } catch {
    return { kind: 'show', answer: networkFault(texts) }
  }
  return readPostResult(response.status, await response.json().catch(() => null), texts)
}

const SECRETS = 'input[type=password], input[autocomplete$=password], input[autocomplete=one-time-code]'

const GUESSED = 'input[autocomplete=current-password], input[autocomplete=one-time-code]'

function clearSecrets(form: HTMLFormElement) {
  form.querySelectorAll<HTMLInputElement>(SECRETS).forEach((input) => (input.value = ''))
}

/**
 * Focuses the first faulty field; where only the form as a whole is refused, its secret. A secret that was simply wrong is selected, so
 * that typing replaces it; one that is being chosen can be mended.
 */
function focusFirstFault(form: HTMLFormElement, errors: Record<string, string>) {
  const fields = [...form.elements].filter((element): element is HTMLInputElement => 'name' in element)
  const faulty = fields.find((field) => field.name in errors && field.type !== 'hidden')
  const target = faulty ?? form.querySelector<HTMLInputElement>(SECRETS)
  target?.focus()
  if (target?.matches(GUESSED)) target.select()
}
