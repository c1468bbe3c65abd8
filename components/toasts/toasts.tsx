'use client'

import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { LiveRegion } from '@/components/ui/live-region'
import type { UiToast } from '@/lib/platform/bus/bus'

/** Long enough to read the longest toast twice. Warnings and errors stay until dismissed. */
const STAYS_MS = 10_000

const looks = {
  info: { Icon: Info, tone: 'text-muted' },
  success: { Icon: CircleCheck, tone: 'text-success' },
  warning: { Icon: TriangleAlert, tone: 'text-warning' },
  error: { Icon: CircleAlert, tone: 'text-danger' },
}

/**
 * Where toasts appear: successes are announced politely, warnings and errors at once. Only
 * successes and information disappear on their own, but not while the pointer or focus is on them
 * or the page is hidden.
 */
export function Toasts({ dismissLabel }: { dismissLabel: string }) {
  const toasts = useToasts()
  const [held, setHeld] = useState(false)
  const bad = ({ level }: ShownToast) => level === 'warning' || level === 'error'
  const dismiss = (id: number, control: Element) => {
    const next = control === document.activeElement ? moveFocus(control) : null
    // Not every browser reports a blur when the focused element is removed.
    if (!next) setHeld(false)
    dismissToast(id)
  }
  const cards = (some: readonly ShownToast[]) =>
    some.map((toast) => (
      <ToastCard
        key={toast.id}
        toast={toast}
        stays={held || bad(toast)}
        dismissLabel={dismissLabel}
        onDismiss={dismiss}
      />
    ))
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      data-toasts
      className="pointer-events-none fixed inset-x-3 bottom-3 z-40 grid gap-2 sm:left-auto sm:right-5 sm:bottom-5 sm:w-96 print:hidden"
    >
      <LiveRegion role="alert" aria-atomic={false} className="grid gap-2">
        {cards(toasts.filter(bad))}
      </LiveRegion>
      <LiveRegion role="status" aria-atomic={false} className="grid gap-2">
        {cards(toasts.filter((toast) => !bad(toast)))}
      </LiveRegion>
    </div>
  )
}

/**
 * Moves the focus from a button that dismisses a toast to that of the next toast and returns it. If
 * there is none, or from a toast's link, moves the focus to the content of the page.
 */
function moveFocus(control: Element): HTMLElement | null {
  const buttons = [
    ...(control.closest('[data-toasts]')?.querySelectorAll<HTMLElement>('[data-dismiss]') ?? []),
  ]
  const at = buttons.findIndex((button) => button === control)
  const next = at < 0 ? null : (buttons[at + 1] ?? buttons[at - 1] ?? null)
  const target = next ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
  return next
}

interface ToastCardProps {
  toast: ShownToast
  /** Whether it is currently kept from disappearing. */
  stays: boolean
  dismissLabel: string
  /** `control`: the button or link that was activated. */
  onDismiss: (id: number, control: Element) => void
}

function ToastCard({ toast, stays, dismissLabel, onDismiss }: ToastCardProps) {
  const { id, level, title, message, action } = toast
  const { Icon, tone } = looks[level]
  useDismissal(id, stays)
  return (
    <div className="pointer-events-auto flex animate-rise items-start gap-3 rounded-xl border border-line bg-surface py-3 pr-2 pl-4 shadow-float">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 break-words">
        <p className="font-medium">{title}</p>
        {message ? <p className="mt-0.5 text-muted">{message}</p> : null}
        {action ? (
          <Link
            href={action.href}
            prefetch={false}
            onClick={({ currentTarget }) => onDismiss(id, currentTarget)}
            className="mt-1 inline-block rounded-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            {action.label}
          </Link>
        ) : null}
      </div>
      <Button
        variant="ghost"
        size="iconSm"
        className="-my-1.5"
        aria-label={dismissLabel}
        data-dismiss
        onClick={({ currentTarget }) => onDismiss(id, currentTarget)}
      >
        <X aria-hidden />
      </Button>
    </div>
  )
}

/** Dismisses the toast after its time. A toast on a hidden page waits until it is visible. */
function useDismissal(id: number, stays: boolean): void {
  useEffect(() => {
    if (stays) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible')
        timer = setTimeout(() => dismissToast(id), STAYS_MS)
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', begin)
    }
  }, [id, stays])
}

interface ShownToast extends UiToast {
  id: number
}

/** The oldest toast is removed first. */
const MOST_SHOWN = 4
const NONE: readonly ShownToast[] = []

let toasts = NONE
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast and removes an earlier one with the same text. */
export function showToast(toast: UiToast): void {
  const others = toasts.filter(
    ({ title, message }) => title !== toast.title || message !== toast.message,
  )
  setToasts([...others, { ...toast, id: ++lastId }].slice(-MOST_SHOWN))
}

function dismissToast(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id))
}

/** The visible toasts, oldest first. */
function useToasts(): readonly ShownToast[] {
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
