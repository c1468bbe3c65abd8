'use client'

import { useId, type ComponentProps, type ReactNode } from 'react'
import { useFormState } from '@/components/forms/form-context'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'

interface FieldFrameProps {
  name: string
  label: string
  hint?: ReactNode
  /** Shown at the end of the label's line: a link, or the word "optional". */
  aside?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** What a control needs to belong to its field. */
export interface ControlProps {
  id: string
  name: string
  defaultValue: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string
}

/**
 * Wires one control with its label, hint and error. The error's place is mounted before there is an error, so that screen
 * readers announce what appears in it.
 */
export function FieldFrame({ name, label, hint, aside, children }: FieldFrameProps) {
  const { errors, values } = useFormState()
  const id = useId()
  const error = errors[name]
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 *:col-span-2">
      <Label htmlFor={id} className="col-span-1! flex min-h-6 items-center">
        {label}
      </Label>
      {children({
        id,
        name,
        defaultValue: values[name],
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hint ? `${id}-error ${id}-hint` : `${id}-error`,
      })}
      <p id={`${id}-error`} role="alert" className="text-[0.8125rem] text-danger empty:hidden">
        {error}
      </p>
      {hint ? (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      ) : null}
      {/* After the control, so that Tab reaches the control first. */}
      {aside ? <div className="col-span-1! col-start-2! row-start-1 flex items-center">{aside}</div> : null}
    </div>
  )
}

type FieldProps = Omit<FieldFrameProps, 'children'> &
  Omit<ComponentProps<'input'>, 'id' | 'name' | 'defaultValue'>

/** A labelled text input of the surrounding form. */
export function Field({ name, label, hint, aside, ...rest }: FieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} aside={aside}>
      {(control) => <Input key={control.defaultValue} {...rest} {...control} />}
    </FieldFrame>
  )
}
