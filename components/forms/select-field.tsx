'use client'

import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldFrame } from '@/components/forms/field'
import { classNames } from '@/components/ui/class-names'
import { controlClasses } from '@/components/ui/input'

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
        <div className="relative">
          <select
            key={control.defaultValue}
            {...control}
            className={classNames(controlClasses, 'appearance-none pr-9')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted"
          />
        </div>
      )}
    </FieldFrame>
  )
}
