'use client'

import { useRouter } from 'next/navigation'
import { type RefObject, useEffect, useRef, useTransition } from 'react'
import { showToast } from '@/components/toasts/toasts'

/**
 * For the form of a row, after its success: closes its dialogs, shows the result as a toast, and
 * refreshes the page in place, so that the scroll position is kept. If the refresh removes what has
 * the focus, the row that is then in its place takes the focus: the row itself, because a repeated
 * Enter would otherwise press its first button, such as the one that approves the next
 * registration.
 */
export function useStayInList(form: RefObject<HTMLFormElement | null>) {
  const { refresh } = useRouter()
  const [refreshing, start] = useTransition()
  const refocus = useRef<(() => void) | null>(null)
  // The refresh may remove this form: with its row, or because it no longer applies.
  useEffect(() => () => refocus.current?.(), [])
  useEffect(() => {
    // The form is still there: when it is removed later, its place is no longer of interest.
    if (!refreshing) refocus.current = null
  }, [refreshing])
  const stay = (title: string) => {
    if (!form.current) return
    refocus.current = refocusAt(form.current)
    closeDialogs(form.current)
    showToast({ level: 'success', title })
    start(refresh)
  }
  return { stay, refreshing }
}

/** Closes the dialog that the form is in and the menu that it was opened from. */
function closeDialogs(form: HTMLFormElement): void {
  let surface = form.closest<HTMLElement>('[popover]')
  let opener: HTMLElement | null = null
  while (surface) {
    surface.hidePopover()
    opener = openerOf(surface)
    surface = opener?.closest<HTMLElement>('[popover]') ?? null
  }
  opener?.focus({ preventScroll: true })
}

function openerOf(surface: HTMLElement): HTMLElement | null {
  const openers = document.querySelectorAll<HTMLElement>(`[popovertarget="${surface.id}"]`)
  return [...openers].find((opener) => !surface.contains(opener)) ?? null
}

/** Returns a function that moves a lost focus to the row that is then at the form's place. */
function refocusAt(form: HTMLFormElement): () => void {
  const row = form.closest('li, tr')
  const list = row?.parentElement
  const index = row && list ? [...list.children].indexOf(row) : 0
  return () => {
    if (document.activeElement !== document.body) return
    const rows = list?.isConnected ? [...list.children] : []
    const next = rows[Math.min(index, rows.length - 1)]
    if (next instanceof HTMLElement) focusRow(next)
    else document.getElementById('content')?.focus({ preventScroll: true })
  }
}

function focusRow(row: HTMLElement): void {
  row.tabIndex = -1
  row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true })
  row.focus({ preventScroll: true })
}
