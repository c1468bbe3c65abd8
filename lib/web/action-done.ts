import type { IssuedSession } from '@/lib/sessions/issued-session'
import { noticeSetCookie, type Notice } from '@/lib/web/form-outcome'
import { clearedSessionSetCookies, sessionSetCookies } from '@/lib/web/session-cookies'

/** What follows when a form's action, or a sign-in, went well: where the browser goes, and what it holds and shows then. */
export interface ActionDone extends Notice {
  redirect: string
  session?: IssuedSession | 'clear'
  /** Further Set-Cookie values. */
  cookies?: string[]
  /** Where script runs, the form stays and shows the notice in place; `redirect` is for everybody else. */
  inPlace?: true
  /** The answer is that of a success, but nothing was found to act on: a failure where those are charged. */
  failed?: boolean
}

/** The Set-Cookie values of the session and what else the browser is to hold, without the notice. */
export function doneCookies({ session, cookies = [] }: ActionDone): string[] {
  const ofSession =
    session === 'clear' ? clearedSessionSetCookies() : session ? sessionSetCookies(session) : []
  return [...ofSession, ...cookies]
}

/** The Set-Cookie value of what the next page reports; none when there is nothing. */
export function noticeCookies({ notice, code, form, values }: Notice): string[] {
  return notice || code ? [noticeSetCookie({ notice, code, form, values })] : []
}
