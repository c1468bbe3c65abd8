import { clsx, type ClassValue } from 'clsx'
import { twMerge } from 'tailwind-merge'

/**
 * Joins class names; of two Tailwind classes for one property, the later wins. Don't use it in the
 * sign-in pages' client code: it weighs 8 kB.
 */
export function mergeClassNames(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}
