import { clsx, type ClassValue } from 'clsx'
import { twMerge } from 'tailwind-merge'

/**
 * Joins class names; of two Tailwind classes for one property the later wins. Not for what the
 * sign-in pages send: it weighs 8 kB.
 */
export function mergeClassNames(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}
