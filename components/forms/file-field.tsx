'use client'

import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame } from '@/components/forms/field'
import { clsx } from 'clsx'
import { controlClasses } from '@/components/ui/input'

interface FileFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'name'> {
  name: string
  label: string
  hint?: ReactNode
  /** A larger file is not sent at all where script runs. */
  maxBytes?: number
}

/** A labelled choice of one file, by the browser's own control. The form needs `encType="multipart/form-data"`. */
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
