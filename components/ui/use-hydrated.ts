'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the server's HTML and without JavaScript, true after hydration: for controls that need a
 * script.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
