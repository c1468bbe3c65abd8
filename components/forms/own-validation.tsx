'use client'

import { useEffect, useRef } from 'react'

/**
 * For a form with a long text and `noValidate={false}`: without JavaScript the browser itself holds back what would be refused, as
 * only a short text comes back with a refusal. With it this leaves judging to the service, whose sentences stand at the fields.
 */
export function OwnValidation() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (form) form.noValidate = true
  }, [])
  return <span ref={place} hidden />
}
