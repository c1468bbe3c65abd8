import { headers } from 'next/headers'
import { z } from 'zod'
import { settings } from '@/lib/config/settings'
import { parseCookieHeader, serializeCookie } from '@/lib/http/cookie-header'
import { NOTICE } from '@/lib/http/internal-headers'
import { pageExchange, type RefusedForm } from '@/lib/http/pages/page-exchange'
import { clearedSessionSetCookies, cookieName, sessionSetCookies } from '@/lib/http/session-cookies'
import type { IssuedSession } from '@/lib/identity/sessions/issue-tokens'
import { type ProblemCode, problems } from '@/lib/platform/problems'

/**
 * What a page reports about the form that was submitted before it was rendered: a notice that a
 * redirect brought along, or, where script does not run, the refusal of this very request.
 */
export type FormOutcome = Partial<RefusedForm> & Notice

/**
 * What an action leaves for the page that it redirects to. It travels in a cookie: addresses and
 * names do not belong in a URL.
 */
interface Notice {
  /** The key of a message of success. */
  notice?: string
  /** Why it was refused, where the page is shown anew because it was out of date. */
  code?: ProblemCode
  /** Which of the page's forms it is about. */
  form?: string
  /** What to fill in. Never a secret. */
  values?: Record<string, string>
}

const MAX_AGE_SECONDS = 60
const MAX_BYTES = 2048

const key = z.string().regex(/^[a-z0-9_.-]{1,64}$/i)
const schema: z.ZodType<Notice> = z.object({
  notice: key.optional(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]).optional(),
  form: key.optional(),
  values: z.record(key, z.string().max(400)).optional(),
})

/**
 * The Set-Cookie value that carries a notice to the next page. Values that do not fit are left out.
 */
export function noticeSetCookie(notice: Notice): string {
  const encoded = [notice, { ...notice, values: undefined }]
    .map((candidate) => Buffer.from(JSON.stringify(candidate)).toString('base64url'))
    .find((text) => text.length <= MAX_BYTES)
  return serialize(encoded ?? '', MAX_AGE_SECONDS)
}

/** The Set-Cookie value that takes the notice away once a page has shown it. */
export function clearedNoticeSetCookie(): string {
  return serialize('', 0)
}

function serialize(value: string, maxAgeSeconds: number): string {
  return serializeCookie(cookieName('notice'), value, {
    maxAgeSeconds,
    secure: settings().secureCookies,
  })
}

/** The notice cookie of a request, still encoded; null without one. */
export function noticeCookieOf(cookieHeader: string | null): string | null {
  return parseCookieHeader(cookieHeader).get(cookieName('notice')) || null
}

/**
 * Reads a notice cookie; null for anything that `noticeSetCookie` would not have written (people
 * can edit cookies).
 */
export function decodeNotice(value: string | null | undefined): Notice | null {
  if (!value || value.length > MAX_BYTES || !/^[A-Za-z0-9_-]+$/.test(value)) return null
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * What the page has to report; null when there is nothing. The middleware takes the notice away, so
 * it is shown once.
 */
export async function readOutcome(): Promise<FormOutcome | null> {
  return pageExchange()?.refused ?? decodeNotice((await headers()).get(NOTICE))
}

/**
 * What follows when a form's action, or a sign-in, went well: where the browser goes, and what it
 * holds and shows then.
 */
export interface ActionSuccess extends Notice {
  redirect: string
  session?: IssuedSession | 'clear'
  /** Further Set-Cookie values. */
  cookies?: string[]
  /**
   * Where script runs, the form stays and shows the notice in place; `redirect` is for everybody
   * else.
   */
  inPlace?: true
  /**
   * The answer is that of a success, but nothing was found to act on: a failure where those are
   * charged.
   */
  failed?: boolean
}

/**
 * The Set-Cookie values of the session and what else the browser is to hold, without the notice.
 */
export function successCookies({ session, cookies = [] }: ActionSuccess): string[] {
  const ofSession =
    session === 'clear' ? clearedSessionSetCookies() : session ? sessionSetCookies(session) : []
  return [...ofSession, ...cookies]
}

/** The Set-Cookie value of what the next page reports; none when there is nothing. */
export function noticeCookies({ notice, code, form, values }: Notice): string[] {
  return notice || code ? [noticeSetCookie({ notice, code, form, values })] : []
}
