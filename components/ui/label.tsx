'use client'

import { Label as LabelPrimitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '@/components/ui/class-names'

/** The name of a control; a double click on it selects no text. */
export function Label({ className, ...rest }: ComponentProps<typeof LabelPrimitive.Root>) {
  return <LabelPrimitive.Root className={classNames('text-sm font-medium', className)} {...rest} />
}
