'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormState } from '@/components/forms/form-context'
import {
  askForPasskey,
  canAutofill,
  cancelAutofill,
  canUsePasskeys,
  type CeremonyTexts,
  type PasskeyUse,
} from '@/components/passkeys/passkey-ceremony'
import { Alert } from '@/components/ui/alert'
import { LiveRegion } from '@/components/ui/live-region'
import { useHydrated } from '@/components/ui/use-hydrated'

/** A waiting offer is renewed before its challenge expires, in milliseconds. */
const RENEW_MS = 240_000

interface PasskeyFieldProps {
  use: PasskeyUse
  texts: CeremonyTexts
  /** Also offers passkeys in the page's email field. */
  autofill?: boolean
  /** The button, and fields to fill in first. Not shown where the browser has no passkeys. */
  children: ReactNode
  /** Shown instead of them. */
  unavailable?: ReactNode
}

/**
 * The field of a form that a passkey fills in: the form is sent once the browser has an answer.
 * Needs script, so nothing is shown without it.
 */
export function PasskeyField({ use, texts, autofill, children, unavailable }: PasskeyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { pending } = useFormState()
  const usable = useHydrated() && canUsePasskeys()

  useEffect(() => {
    const form = input.current?.form
    if (!form) return undefined
    let asking = false
    const ask = async () => {
      setFault(null)
      const password = form.querySelector<HTMLInputElement>('[name=current_password]')?.value
      const asked = await askForPasskey(use, { texts, password })
      if ('fault' in asked) setFault(asked.fault)
      else send(input.current, asked.answer)
    }
    const submit = (event: SubmitEvent) => {
      if (input.current?.value) return
      // The form's own handlers come later, with the answer.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (asking) return
      asking = true
      void ask().finally(() => (asking = false))
    }
    form.addEventListener('submit', submit, { capture: true })
    return () => form.removeEventListener('submit', submit, { capture: true })
  }, [use, texts])

  useEffect(() => {
    if (!autofill) return undefined
    const offer = async () => {
      if (document.visibilityState !== 'visible' || !(await canAutofill())) return
      const asked = await askForPasskey('sign_in', { texts, autofill: true })
      if ('answer' in asked) send(input.current, asked.answer)
    }
    void offer()
    const renewal = setInterval(() => void offer(), RENEW_MS)
    return () => {
      clearInterval(renewal)
      void cancelAutofill()
    }
  }, [autofill, texts])

  // An answer is good for one attempt.
  useEffect(() => {
    if (!pending && input.current) input.current.value = ''
  }, [pending])

  return (
    <>
      <input ref={input} type="hidden" name="passkey" />
      <LiveRegion role="alert">
        {fault && !pending ? <Alert tone="danger">{fault}</Alert> : null}
      </LiveRegion>
      {usable ? children : unavailable}
    </>
  )
}

function send(input: HTMLInputElement | null, answer: string): void {
  if (!input) return
  input.value = answer
  input.form?.requestSubmit()
}
