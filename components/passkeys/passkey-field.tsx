'use client'

import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormState } from '@/components/forms/form-context'
import { keepOffering } from '@/components/passkeys/keep-offering'
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
 * Needs JavaScript. Without it, `unavailable` is shown; it is also shown after a few seconds if
 * scripts are enabled but don't run, for example because one could not be loaded.
 */
export function PasskeyField({ use, texts, autofill, children, unavailable }: PasskeyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const asking = useRef(false)
  const [fault, setFault] = useState<string | null>(null)
  const { pending } = useFormState()
  const hydrated = useHydrated()

  useEffect(() => {
    const form = input.current?.form
    if (!form) return undefined
    const ask = async () => {
      setFault(null)
      const password = form.querySelector<HTMLInputElement>('[name=current_password]')?.value
      const result = await askForPasskey(use, { texts, password })
      if ('fault' in result) setFault(result.fault)
      else send(input.current, result.answer)
    }
    const submit = (event: SubmitEvent) => {
      if (input.current?.value) return
      // The form's own handlers come later, with the answer.
      event.preventDefault()
      event.stopImmediatePropagation()
      if (asking.current) return
      asking.current = true
      void ask().finally(() => (asking.current = false))
    }
    form.addEventListener('submit', submit, { capture: true })
    return () => form.removeEventListener('submit', submit, { capture: true })
  }, [use, texts])

  useEffect(() => {
    if (!autofill) return undefined
    const stop = keepOffering({
      offer: async (mayBegin) => {
        if (!(await canAutofill())) return null
        const result = await askForPasskey('sign_in', { texts, autofill: true, mayBegin })
        return 'answer' in result ? result.answer : null
      },
      isBusy: () => asking.current,
      onAnswer: (answer) => send(input.current, answer),
    })
    return () => {
      stop()
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
      {hydrated && !canUsePasskeys() ? (
        unavailable
      ) : (
        // Takes its place before hydration: a page that moves makes clicks miss.
        <div className="relative grid gap-4">
          <div className={clsx('contents', !hydrated && 'invisible noscript:hidden')}>
            {children}
          </div>
          {/* Wider than a small button, so that it is not higher. */}
          {hydrated ? null : (
            <div className="invisible absolute top-0 left-0 w-max max-w-[min(20rem,75vw)] animate-late noscript:visible noscript:static noscript:w-auto noscript:max-w-none noscript:animate-none">
              {unavailable}
            </div>
          )}
        </div>
      )}
    </>
  )
}

function send(input: HTMLInputElement | null, answer: string): void {
  if (!input) return
  input.value = answer
  input.form?.requestSubmit()
}
