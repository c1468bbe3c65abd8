'use client'

import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useFormState } from '@/components/forms/form-context'
import { useDefaultValue } from '@/components/forms/use-default-value'
import { controlClasses, Input, Select } from '@/components/ui/form-controls'
import { FieldMessage } from '@/components/ui/live-region'
import { useHydrated } from '@/components/ui/use-hydrated'

/** The label of a control. Double-clicking it selects no text. */
export function Label({ className, ...rest }: ComponentProps<'label'>) {
  return (
    <label
      className={clsx('text-sm font-medium', className)}
      onMouseDown={(event) => event.detail > 1 && event.preventDefault()}
      {...rest}
    />
  )
}

interface FieldFrameProps {
  name: string
  label: string
  hint?: ReactNode
  /** Shown at the end of the label's line: a link or the word "optional". */
  aside?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** The props that connect a control to its field. */
export interface ControlProps {
  id: string
  name: string
  defaultValue: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string
}

/**
 * Connects a control with its label, hint and error. The error's element is in the accessibility
 * tree before there is an error, so that screen readers announce text that appears in it.
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
      <FieldMessage id={`${id}-error`}>{error}</FieldMessage>
      {hint ? (
        <p id={`${id}-hint`} className="text-[0.8125rem] wrap-anywhere text-muted">
          {hint}
        </p>
      ) : null}
      {/* After the control, so that Tab reaches the control first. */}
      {aside ? (
        <div className="col-span-1! col-start-2! row-start-1 flex items-center">{aside}</div>
      ) : null}
    </div>
  )
}

type FieldProps = Omit<FieldFrameProps, 'children'> &
  Omit<ComponentProps<'input'>, 'id' | 'name' | 'defaultValue'>

/** A labeled text input of the surrounding form. */
export function Field({ name, label, hint, aside, ...rest }: FieldProps) {
  const input = useDefaultValue<HTMLInputElement>(name)
  return (
    <FieldFrame name={name} label={label} hint={hint} aside={aside}>
      {(control) => <Input ref={input} {...rest} {...control} />}
    </FieldFrame>
  )
}

interface TextAreaFieldProps {
  name: string
  label: string
  hint?: ReactNode
  aside?: ReactNode
  required?: boolean
  maxLength?: number
  /** The language of the text, if it is not that of the page. */
  lang?: string
}

/** A labeled textarea of the surrounding form. */
export function TextAreaField({ name, label, hint, aside, ...rest }: TextAreaFieldProps) {
  const textarea = useDefaultValue<HTMLTextAreaElement>(name)
  return (
    <FieldFrame name={name} label={label} hint={hint} aside={aside}>
      {(control) => (
        <textarea
          ref={textarea}
          {...rest}
          {...control}
          className={clsx(controlClasses, 'h-auto! min-h-36 resize-y py-2 leading-normal')}
        />
      )}
    </FieldFrame>
  )
}

interface SelectFieldProps {
  name: string
  label: string
  hint?: ReactNode
  options: readonly { value: string; label: string }[]
}

/** A labeled native select. */
export function SelectField({ name, label, hint, options }: SelectFieldProps) {
  const select = useDefaultValue<HTMLSelectElement>(name)
  return (
    <FieldFrame name={name} label={label} hint={hint}>
      {(control) => (
        <Select ref={select} {...control}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  )
}

interface FileFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'name'> {
  name: string
  label: string
  hint?: ReactNode
  /** With JavaScript, a larger file is not sent at all. */
  maxBytes?: number
}

/** A labeled native input for one file. The form needs `encType="multipart/form-data"`. */
export function FileField({ name, label, hint, maxBytes, ...rest }: FileFieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint}>
      {({ defaultValue: _, ...control }) => (
        <input
          type="file"
          data-max-bytes={maxBytes}
          {...rest}
          {...control}
          className={clsx(
            controlClasses,
            'h-auto! p-1.5! file:mr-3 file:h-7 file:cursor-pointer file:rounded file:border-0 file:bg-subtle file:px-3 file:text-[0.8125rem] file:font-medium file:text-ink hover:file:bg-hover',
          )}
        />
      )}
    </FieldFrame>
  )
}

interface PasswordFieldProps {
  name: string
  label: string
  hint?: ReactNode
  aside?: ReactNode
  autoComplete: 'current-password' | 'new-password'
  texts: { showPassword: string; hidePassword: string }
}

/**
 * A password input. The server never returns its value; with JavaScript, it can be shown while
 * typing.
 */
export function PasswordField({
  name,
  label,
  hint,
  aside,
  autoComplete,
  texts,
}: PasswordFieldProps) {
  const hydrated = useHydrated()
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <FieldFrame name={name} label={label} hint={hint} aside={aside}>
      {({ defaultValue: _never, ...control }) => (
        <div className="relative">
          <Input
            {...control}
            type={visible ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            className={hydrated ? 'pr-10' : undefined}
          />
          {hydrated ? (
            <button
              type="button"
              aria-label={visible ? texts.hidePassword : texts.showPassword}
              aria-controls={control.id}
              onClick={() => setVisible(!visible)}
              className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2"
            >
              <Icon aria-hidden className="size-4" />
            </button>
          ) : null}
        </div>
      )}
    </FieldFrame>
  )
}
