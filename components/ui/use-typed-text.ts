'use client'

import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The text of an input whose value React controls, including what was typed before the page's
 * script ran, which React would otherwise overwrite at the first render.
 */
export function useTypedText(initial: string) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initial)
  useLayoutEffect(() => {
    if (input.current) setText(input.current.value)
  }, [])
  return { input, text, setText }
}
