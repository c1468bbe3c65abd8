'use client'

import { useEffect, useState } from 'react'

interface Person {
  id: string
  email: string
  name: string | null
  /** Null where the person who looks may open nothing about them. */
  href: string | null
}

/** What is known of the people called what was typed. */
type Found = { state: 'none' | 'looking' | 'failed' | 'found'; people: readonly Person[] }

const AFTER_MS = 200
const LEAST_LETTERS = 2
const NOBODY: readonly Person[] = []

/** Looks people up while somebody types: once they pause, and never shows the answer to anything but what is typed now. */
export function usePeople(typed: string, enabled: boolean): Found {
  const query = typed.trim()
  const asks = enabled && query.length >= LEAST_LETTERS
  const [answer, setAnswer] = useState<{ query: string; people: readonly Person[] | null } | null>(null)
  useEffect(() => {
    if (!asks) return
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      look(query, leaving.signal).then(
        (people) => setAnswer({ query, people }),
        () => leaving.signal.aborted || setAnswer({ query, people: null }),
      )
    }, AFTER_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [asks, query])
  if (!asks) return { state: 'none', people: NOBODY }
  if (answer?.query !== query) return { state: 'looking', people: NOBODY }
  return answer.people ? { state: 'found', people: answer.people } : { state: 'failed', people: NOBODY }
}

async function look(query: string, signal: AbortSignal): Promise<Person[]> {
  const answer = await fetch(`/dashboard/users/find?query=${encodeURIComponent(query)}`, {
    signal,
    // Whoever is signed out meanwhile is sent to a page, which is no answer.
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { people: Person[] }).people
}
