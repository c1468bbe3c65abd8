'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useFormState } from '@/components/forms/form-context'

/**
 * The version of the object that the form's values come from. After a refused post without
 * JavaScript, these are the posted ones: with the current version beside them, posting again would
 * overwrite a change that the user has not seen.
 */
export function VersionField({ version }: { version: number | string }) {
  const { echoed } = useFormState()
  return <input type="hidden" name="version" value={echoed?.version ?? version} />
}

/**
 * Lets a form post an empty list. Goes before the boxes of that name, because a form without the
 * field counts as one of an earlier version.
 */
export function ListMarker({ name }: { name: string }) {
  return <input type="hidden" name={name} value="" />
}

/**
 * The idempotency key of a form that moves money. It stays after a refused post, because the
 * refusal may not tell what happened. After a `conflict` the next post gets a new key: the provider
 * declined, and repeating it would be refused again. After an `idempotency_conflict` it does not,
 * because the earlier post may have moved money: the form links to a fresh one (`keyUsed`).
 */
export function KeyField({ fresh }: { fresh: string }) {
  const router = useRouter()
  const { echoed, code } = useFormState()
  const isSpent = code === 'conflict'
  const [posted, setPosted] = useState(echoed?.key)
  // A key that was posted without scripts is spent, too, once a post by script is declined.
  if (isSpent && posted !== undefined) setPosted(undefined)
  // Renders the page again, which creates a key.
  useEffect(() => {
    if (isSpent) router.refresh()
  }, [isSpent, router])
  return <input type="hidden" name="key" value={posted ?? fresh} />
}
