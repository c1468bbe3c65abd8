'use client'

import type { ReactNode } from 'react'
import { FieldFrame } from '@/components/forms/field'
import { clsx } from 'clsx'
import { controlClasses } from '@/components/ui/input'

interface TextAreaFieldProps {
  name: string
  label: string
  hint?: ReactNode
  required?: boolean
  maxLength?: number
}

/** A labelled text of several lines in the surrounding form. */
export function TextAreaField({ name, label, hint, ...rest }: TextAreaFieldProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint}>
      {(control) => (
        <textarea
          key={control.defaultValue}
          {...rest}
          {...control}
          className={clsx(controlClasses, 'h-auto! min-h-36 resize-y py-2 leading-normal')}
        />
      )}
    </FieldFrame>
  )
}
