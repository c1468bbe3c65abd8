'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { useFormState } from '@/components/forms/form-context'

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Makes a field of the surrounding form show its new default value after the page was refreshed.
 * Rendering the field again would drop the keyboard focus and what was typed after the form was
 * sent.
 */
export function useDefaultValue<T extends TextControl>(name: string): RefObject<T | null> {
  const { values, saved } = useFormState()
  const value = values[name]
  const control = useRef<T>(null)
  const previous = useRef({ value, saved })
  useEffect(() => {
    const field = control.current
    const before = previous.current
    previous.current = { value, saved }
    if (!field) return
    // The service may have stored another value than was posted, even the one from before.
    if (saved !== before.saved && value !== undefined)
      setDefault(field, value, field.value !== saved?.[name])
    else if (value !== before.value)
      setDefault(
        field,
        value,
        field === document.activeElement && field.value !== (before.value ?? ''),
      )
  }, [name, value, saved])
  return control
}

function setDefault(field: TextControl, value: string | undefined, isEdited: boolean) {
  const { value: shown } = field
  const next = value ?? (field instanceof HTMLSelectElement ? field.options[0]?.value : '') ?? ''
  if (field instanceof HTMLSelectElement)
    for (const option of field.options) option.defaultSelected = option.value === next
  else field.defaultValue = next
  field.value = isEdited ? shown : next
}

/** The same for a checkbox. */
export function useDefaultChecked(checked: boolean): RefObject<HTMLInputElement | null> {
  const control = useRef<HTMLInputElement>(null)
  const previous = useRef(checked)
  useEffect(() => {
    const box = control.current
    const before = previous.current
    previous.current = checked
    if (!box || before === checked) return
    const { checked: shown } = box
    box.defaultChecked = checked
    box.checked = box === document.activeElement && shown !== before ? shown : checked
  }, [checked])
  return control
}
