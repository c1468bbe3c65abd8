'use client'

import { useMemo, type ComponentProps } from 'react'
import { FormContext, untouchedForm } from '@/components/forms/form-context'

interface QueryFormProps extends Omit<ComponentProps<'form'>, 'method' | 'onSubmit'> {
  /** What the fields start with. */
  values: Record<string, string>
  /** The sentence beside each faulty field. */
  errors?: Record<string, string>
}

/** A form that leads to an address and writes nothing. Its fields look and are wired like those of an ActionForm; the page judges them. */
export function QueryForm({ values, errors = {}, children, ...attributes }: QueryFormProps) {
  const state = useMemo(() => ({ ...untouchedForm, values, errors }), [values, errors])
  return (
    <form noValidate {...attributes} method="get">
      <FormContext value={state}>{children}</FormContext>
    </form>
  )
}
