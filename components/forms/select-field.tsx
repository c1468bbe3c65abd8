'use client'

import type { ReactNode } from 'react'
import { FieldFrame } from '@/components/forms/field'
import { Select } from '@/components/ui/select'

interface SelectFieldProps {
  name: string
  label: string
  hint?: ReactNode
  options: readonly { value: string; label: string }[]
}

/** A labelled choice of one, by the browser's own control. */
export function SelectField({ name, label, hint, options }: SelectFieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint}>
      {(control) => (
        <Select key={control.defaultValue} {...control}>
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
