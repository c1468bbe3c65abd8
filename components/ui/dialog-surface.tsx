'use client'

import { type ComponentProps, useEffect, useRef } from 'react'
import { holdWhileOpen } from '@/components/ui/hold-focus'

/**
 * The element of a dialog or drawer: a native popover, which opens without JavaScript. It takes the
 * focus when it opens, so that screen readers announce its title and text, and returns the focus
 * when it closes. With JavaScript it is modal, which a popover is not.
 */
export function DialogSurface(props: Omit<ComponentProps<'div'>, 'popover'>) {
  const surface = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // React renders the attribute only on the server; a dialog created later needs it, too.
    surface.current?.setAttribute('autofocus', '')
    surface.current?.setAttribute('aria-modal', 'true')
    return surface.current ? holdWhileOpen(surface.current) : undefined
  }, [])
  return <div {...props} ref={surface} autoFocus tabIndex={-1} popover="auto" role="dialog" />
}
