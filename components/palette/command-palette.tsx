'use client'

import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { postWithoutForm } from '@/components/live/refresh-scheduler'
import type { Command } from '@/components/palette/command'
import type { CommandListProps } from '@/components/palette/command-list'
import { useHydrated } from '@/components/ui/use-hydrated'
import { formatMessage } from '@/lib/i18n/format'
import { initialActionState } from '@/lib/web/action-state'

type List = ComponentType<CommandListProps>

/**
 * Submits the action and loads the next page. On failure, loads the page that offers the same
 * action, without the reason.
 */
function submit({ action, fields, otherwise }: Extract<Command['does'], { kind: 'submit' }>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return postWithoutForm(
    () => action(initialActionState, data).catch(() => initialActionState),
    ({ redirect }) => location.assign(redirect ?? otherwise),
  )
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent)

/**
 * A button, and Ctrl-K or ⌘-K, that open a dialog to search every page and action. It is a native
 * dialog: it traps the focus, closes with Escape and restores the focus. Its content is loaded when
 * it is first opened. Not rendered without JavaScript.
 */
export function CommandPalette(props: Omit<CommandListProps, 'onRun'>) {
  const { texts } = props
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const [open, setOpen] = useState(false)
  const [List, setList] = useState<List | null>(null)
  const hydrated = useHydrated()
  const show = () => {
    setOpen(true)
    dialog.current?.showModal()
    import('@/components/palette/command-list').then(
      ({ CommandList }) => setList(() => CommandList),
      () => dialog.current?.close(),
    )
  }
  useShortcut(() => (dialog.current?.open ? dialog.current.close() : show()))
  const run = ({ does }: Command) => {
    dialog.current?.close()
    if (does.kind === 'open') router.push(does.href)
    else if (does.kind === 'download') location.assign(does.href)
    else void submit(does)
  }
  if (!hydrated) return null
  const keys = isMac() ? '⌘ K' : 'Ctrl K'
  return (
    <>
      <button
        type="button"
        onClick={show}
        aria-label={texts.open}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        title={formatMessage(texts.openHint, { keys })}
        className="inline-flex h-9 items-center gap-2 rounded-lg px-2.5 text-[0.8125rem] text-muted transition-colors hover:bg-hover hover:text-ink sm:h-8 sm:border sm:border-line-strong sm:bg-raised sm:shadow-control"
      >
        <Search aria-hidden className="size-4" />
        <span aria-hidden className="max-sm:hidden">
          {texts.open}
        </span>
        <kbd
          aria-hidden
          className="ml-4 rounded-sm border border-line px-1 font-sans text-[0.6875rem] max-sm:hidden"
        >
          {keys}
        </kbd>
      </button>
      <dialog
        ref={dialog}
        aria-label={texts.title}
        // The event fires after closing: the dialog may be open again by then.
        onClose={(event) => setOpen(event.currentTarget.open)}
        // A click on the backdrop closes the dialog, but not the end of a selection made in its
        // field.
        onPointerDown={(event) => {
          pressedBackdrop.current = event.target === event.currentTarget
        }}
        onClick={({ target, currentTarget }) => {
          if (target === currentTarget && pressedBackdrop.current) currentTarget.close()
        }}
        className="mx-auto mt-[12dvh] mb-auto w-[min(36rem,calc(100vw-1.5rem))] overflow-hidden rounded-xl border border-line bg-surface p-0 text-ink shadow-float backdrop:bg-shade open:animate-rise"
      >
        {open && List ? <List {...props} onRun={run} /> : <div className="h-12" />}
      </dialog>
    </>
  )
}

/** Calls `onPress` on Ctrl-K or ⌘-K, wherever the focus is. */
function useShortcut(onPress: () => void) {
  const latest = useRef(onPress)
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => {
    const onKey = (event: Event) => {
      // Autofill fires events of this name without a key.
      if (!(event instanceof KeyboardEvent)) return
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (event.metaKey === event.ctrlKey) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
