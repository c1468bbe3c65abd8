'use client'

import { useState, useTransition, type ComponentProps, type SubmitEvent } from 'react'
import { callAction, leave, type ClientTexts } from '@/components/forms/call-action'
import type { ActionState, FormAction } from '@/lib/web/action-state'

interface BareFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method'> {
  action: FormAction
  texts: ClientTexts
  /** What to say here of a refusal instead of the general sentence. */
  explain?: (refused: ActionState) => string | null | undefined
}

/**
 * A form with nothing to type, of which a page may hold many: it keeps no state between submissions. A refusal appears inside it;
 * without script the page comes back and reports it (readOutcome).
 */
export function BareForm({ action, texts, explain, onSubmit, children, ...attributes }: BareFormProps) {
  const [pending, start] = useTransition()
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
      if (redirect !== null) return leave(() => window.location.assign(redirect))
      setFault(explain?.(state) ?? state.message)
    })
  }
  return (
    <form {...attributes} action={action} onSubmit={submit} aria-busy={pending}>
      {children}
      <p role="alert" className="text-[0.8125rem] text-danger empty:hidden">
        {pending ? null : fault}
      </p>
    </form>
  )
}
