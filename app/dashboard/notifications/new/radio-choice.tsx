'use client'

import { useId, type ReactNode } from 'react'
import { useFormState } from '@/components/forms/form-context'

interface RadioChoiceProps {
  name: string
  label: string
  options: readonly { value: string; label: string; hint?: string; more?: ReactNode }[]
  /** What is chosen before anything is. */
  preset?: string
}

/** A labelled choice of one. What an option needs beside it shows once that is chosen, without script as well. */
export function RadioChoice({ name, label, options, preset = '' }: RadioChoiceProps) {
  const { errors, values } = useFormState()
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-error`} className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {options.map(({ value, label: text, hint, more }) => (
        <div key={value} className="group/option grid gap-3">
          <label className="flex items-start gap-2.5">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === (values[name] ?? preset)}
              className="mt-0.5 size-4 shrink-0 accent-(--color-accent)"
            />
            <span className="min-w-0">
              <span className="block font-medium">{text}</span>
              {hint ? <span className="block text-[0.8125rem] text-muted">{hint}</span> : null}
            </span>
          </label>
          {more ? (
            <div className="hidden max-w-md pb-2 pl-6.5 group-has-[[type=radio]:checked]/option:block">
              {more}
            </div>
          ) : null}
        </div>
      ))}
      <p id={`${id}-error`} role="alert" className="text-[0.8125rem] text-danger empty:hidden">
        {errors[name]}
      </p>
    </fieldset>
  )
}
