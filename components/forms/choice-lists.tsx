'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { type FormState, useFormState } from '@/components/forms/form-context'
import { ListMarker } from '@/components/forms/hidden-fields'
import { useDefaultChecked } from '@/components/forms/use-default-value'
import { Checkbox } from '@/components/ui/form-controls'
import { FieldMessage } from '@/components/ui/live-region'

interface FormCheckboxProps extends Omit<ComponentProps<typeof Checkbox>, 'defaultChecked'> {
  name: string
  /** Whether it is checked at first. */
  preset?: boolean
}

/** A checkbox of the surrounding form. It stays as it was after a refused post. */
export function FormCheckbox({ preset = false, ...box }: FormCheckboxProps) {
  const { echoed } = useFormState()
  const checked = echoed ? box.name in echoed : preset
  const control = useDefaultChecked(checked)
  return <Checkbox ref={control} {...box} defaultChecked={checked} />
}

interface ListCheckboxProps extends FormCheckboxProps {
  value: string
}

/** A checkbox of a list: others have the same name. It stays as it was after a refused post. */
export function ListCheckbox({ preset = false, ...box }: ListCheckboxProps) {
  const posted = postedList(box.name, useFormState())
  const checked = posted ? posted.includes(box.value) : preset
  const control = useDefaultChecked(checked)
  return <Checkbox ref={control} {...box} defaultChecked={checked} />
}

/**
 * What a refused post had in that list; null if nothing was posted, or by a form of an earlier
 * version, which does not have the list.
 */
function postedList(name: string, { echoed, echoedLists }: FormState): readonly string[] | null {
  const single = echoed?.[name]
  return echoedLists[name] ?? (single === undefined ? null : [single])
}

/** The error of a list as a whole. */
export function ListError({ name, id }: { name: string; id?: string }) {
  return <FieldMessage id={id}>{useFormState().errors[name]}</FieldMessage>
}

interface CheckFieldProps extends Omit<FormCheckboxProps, 'id' | 'value'> {
  label: string
  hint?: string
}

/** A labeled checkbox. Checked, it posts `true`. */
export function CheckField({ label, hint, ...box }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-2.5">
      <FormCheckbox
        {...box}
        id={id}
        value="true"
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="col-start-2 text-[0.8125rem] wrap-anywhere text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

interface CheckboxListProps {
  /** The field, declared as `listField`. */
  name: string
  label: string
  hint?: string
  options: readonly { value: string; label: string; hint?: string; ticked: boolean }[]
}

/** A labeled group of checkboxes, which are the values of one field. */
export function CheckboxList({ name, label, hint, options }: CheckboxListProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-error ${id}-hint`} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <ListMarker name={name} />
      <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-control-line bg-raised">
        {options.map((option) => (
          <li key={option.value}>
            <label className="flex cursor-pointer items-start gap-3 px-3 py-2.5 hover:bg-hover">
              <ListCheckbox name={name} value={option.value} preset={option.ticked} />
              <span className="min-w-0">
                <span className="block font-medium break-words">{option.label}</span>
                {option.hint ? (
                  <span className="block text-[0.8125rem] break-words text-muted">
                    {option.hint}
                  </span>
                ) : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <ListError name={name} id={`${id}-error`} />
      <p id={`${id}-hint`} className="text-[0.8125rem] text-muted empty:hidden">
        {hint}
      </p>
    </fieldset>
  )
}

interface RadioChoiceProps {
  name: string
  label: string
  options: readonly { value: string; label: string; hint?: string; more?: ReactNode }[]
  /** The initial selection. */
  preset?: string
}

/**
 * A labeled group of radio buttons. Fields that belong to an option appear once it is selected,
 * even without JavaScript.
 */
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
      <FieldMessage id={`${id}-error`}>{errors[name]}</FieldMessage>
    </fieldset>
  )
}
