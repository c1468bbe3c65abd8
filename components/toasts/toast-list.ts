import { useSyncExternalStore } from 'react'

/** A sentence shown for a moment. */
export interface Toast {
  level: 'info' | 'success' | 'warning' | 'error'
  title: string
  message?: string
  action?: { label: string; href: string }
}

export interface ShownToast extends Toast {
  id: number
}

/** The oldest gives way. */
const MOST_SHOWN = 4
const NONE: readonly ShownToast[] = []

let toasts = NONE
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast; one that says the same gives way to it. */
export function showToast(toast: Toast): void {
  const others = toasts.filter(({ title, message }) => title !== toast.title || message !== toast.message)
  setToasts([...others, { ...toast, id: ++lastId }].slice(-MOST_SHOWN))
}

export function dismissToast(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id))
}

/** The toasts to be seen, oldest first. */
export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
}

function setToasts(next: readonly ShownToast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
