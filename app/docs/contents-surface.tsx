'use client'

import { type ComponentProps, useEffect, useRef } from 'react'
import { holdWhileOpen } from '@/components/ui/hold-focus'

/** The element of the contents: a popover on narrow screens, which then holds the focus. */
export function ContentsSurface(props: Omit<ComponentProps<'nav'>, 'popover'>) {
  const surface = useRef<HTMLElement>(null)
  useEffect(() => (surface.current ? holdWhileOpen(surface.current) : undefined), [])
  return <nav {...props} ref={surface} popover="auto" />
}
