import type { ComponentProps } from 'react'
import { clsx } from 'clsx'

/** The looks that text inputs and selects share. 16 px on phones, where smaller text makes the browser zoom in. */
export const controlClasses =
  'h-9 w-full min-w-0 rounded-md border border-line-strong bg-raised px-3 text-base text-ink shadow-control transition-colors duration-100 placeholder:text-muted hover:border-muted focus-visible:border-ring focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger aria-invalid:focus-visible:outline-danger sm:text-sm'

/** A text input. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(controlClasses, className)} {...rest} />
}
