'use client'

import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** The name of a control; a double click on it selects no text. */
export function Label({ className, ...rest }: ComponentProps<'label'>) {
  return (
    <label
      className={clsx('text-sm font-medium', className)}
      onMouseDown={(event) => event.detail > 1 && event.preventDefault()}
      {...rest}
    />
  )
}
