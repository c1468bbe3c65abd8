'use client'

import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { useFormState } from '@/components/forms/form-context'
import { Button } from '@/components/ui/button'
import { clsx } from 'clsx'

/** The submit button of the surrounding form. It keeps its size and focus during a post. */
export function SubmitButton({
  children,
  pendingText,
  className,
  ...rest
}: ComponentProps<typeof Button> & { pendingText: string }) {
  const { pending: sending } = useFormStatus()
  const { leaving } = useFormState()
  const pending = sending || leaving
  return (
    <Button
      type="submit"
      aria-disabled={pending || undefined}
      className={clsx('relative', className)}
      {...rest}
    >
      <span className={clsx('inline-flex items-center gap-2', pending && 'opacity-0')}>
        {children}
      </span>
      {pending ? <LoaderCircle aria-hidden className="absolute animate-spin" /> : null}
      <span role="status" className="sr-only">
        {pending ? pendingText : ''}
      </span>
    </Button>
  )
}
