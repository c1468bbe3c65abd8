import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { withPageExchange } from '@/lib/http/pages/page-exchange'
import { type ActionState, initialActionState } from '@/lib/web/action-state'

/**
 * The request that `next/headers` reads in tests (tests/kit/fresh-process.ts replaces Next's
 * own).
 */
export const actionRequest = () =>
  processSingleton('test-action-request', () => new AsyncLocalStorage<Headers>())

/** A server action as called by a form with state. */
type Submitted = (previous: ActionState, form: FormData) => Promise<ActionState>

export type SubmittedFields = Record<string, string | readonly string[]>

interface Submission {
  /** The page that the form is on. */
  page: string
  /** A list is posted like those of our forms. */
  fields: SubmittedFields | FormData
  headers?: Record<string, string>
  /** Sent by React's client instead of the browser itself. */
  script?: boolean
  /** Whether the browser has disconnected. */
  isGone?(): boolean
}

/**
 * Submits a form to a server action, as the gateway and Next would. The response body is the form's
 * state.
 */
export async function submitAction(action: Submitted, submission: Submission): Promise<Response> {
  const { page, fields, script = false, isGone = () => false } = submission
  const headers = new Headers({
    origin: settings().baseUrl,
    'x-gatehouse-page': page,
    ...(script && { 'next-action': '7f' }),
    ...submission.headers,
  })
  const form = fields instanceof FormData ? fields : new FormData()
  if (!(fields instanceof FormData))
    for (const [name, given] of Object.entries(fields))
      for (const value of Array.isArray(given) ? ['', ...given] : [String(given)])
        form.append(name, value)
  return withPageExchange({ isGone }, async (exchange) => {
    const answer = (status: number, body: BodyInit | null, location?: string) => {
      const response = new Response(body, { status, headers: location ? { location } : {} })
      for (const [name, value] of exchange.headers) response.headers.append(name, value)
      return response
    }
    try {
      const state = await actionRequest().run(headers, () => action(initialActionState, form))
      return answer(exchange.status ?? 200, JSON.stringify(state))
    } catch (error) {
      // `redirect()` throws: NEXT_REDIRECT;replace;<location>;303;
      const [kind, , location] = String((error as { digest?: unknown }).digest).split(';')
      if (kind !== 'NEXT_REDIRECT') throw error
      return answer(303, null, location)
    }
  })
}
