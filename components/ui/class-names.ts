import { clsx, type ClassValue } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; of two Tailwind classes for one property the later wins. */
export function classNames(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}
