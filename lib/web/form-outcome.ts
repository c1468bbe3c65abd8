import { headers } from 'next/headers'
import { z } from 'zod'
import { defineCookie } from '@/lib/http/define-cookie'
import { NOTICE } from '@/lib/http/internal-headers'
import { pageExchange, type RefusedForm } from '@/lib/http/pages/page-exchange'
import { clearedSessionSetCookies, sessionSetCookies } from '@/lib/http/session-cookies'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { type ProblemCode, problems } from '@/lib/platform/problems'

/**
 * What a page reports about the form submitted before it was rendered: the notice of a redirect or,
 * without script, the refusal of this request.
 */
export type FormOutcome = Partial<RefusedForm> & Notice

/**
 * What an action leaves for the page that it redirects to. Stored in a cookie because email
 * addresses and names do not belong in a URL.
 */
interface Notice {
  /** The key of a success message. */
  notice?: string
  /** The refusal code, if the page is shown again because it was out of date. */
  code?: ProblemCode
  /** Which of the page's forms it belongs to. */
  form?: string
  /** Values to fill in. Never a secret. */
  values?: Record<string, string>
}

/** Carries a notice; a page that shows it deletes it. */
export const noticeCookie = defineCookie({ name: 'notice', maxAgeSeconds: 60 })

const MAX_BYTES = 2048
/** The longest value, in UTF-16 units, that a notice can carry. */
export const MAX_NOTICE_VALUE = 400

const key = z.string().regex(/^[a-z0-9_.-]{1,64}$/i)
const schema: z.ZodType<Notice> = z.object({
  notice: key.optional(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]).optional(),
  form: key.optional(),
  values: z.record(key, z.string().max(MAX_NOTICE_VALUE)).optional(),
})

/**
 * The Set-Cookie value that carries a notice to the next page. Values that would make it too large
 * are left out.
 */
export function noticeSetCookie(notice: Notice): string {
  const encoded = [notice, { ...notice, values: undefined }]
    .map((candidate) => Buffer.from(JSON.stringify(candidate)).toString('base64url'))
    .find((text) => text.length <= MAX_BYTES)
  return noticeCookie.set(encoded ?? '')
}

/**
 * Reads a notice cookie; null for anything that `noticeSetCookie` would not have written (users can
 * edit cookies).
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
 * The outcome that the page should report; null when there is none. The page proxy deletes the
 * notice, so it is shown once.
 */
export async function readOutcome(): Promise<FormOutcome | null> {
  return pageExchange()?.refused ?? decodeNotice((await headers()).get(NOTICE))
}

/** The response to a successful action or sign-in: the redirect, the session and the notice. */
export interface ActionSuccess extends Notice {
  redirect: string
  session?: IssuedSession | 'clear'
  /** Further Set-Cookie values. */
  cookies?: string[]
  /**
   * With script, the form stays and shows the notice in place; `redirect` applies only without
   * script.
   */
  inPlace?: true
  /**
   * The response looks like a success, but nothing was found to act on: counts as a failure for
   * limits on failures.
   */
  failed?: boolean
}

/** The Set-Cookie values of the session and any further cookies, without the notice. */
export function successCookies({ session, cookies = [] }: ActionSuccess): string[] {
  const ofSession =
    session === 'clear' ? clearedSessionSetCookies() : session ? sessionSetCookies(session) : []
  return [...ofSession, ...cookies]
}

/** The Set-Cookie value of the next page's notice; empty when there is none. */
export function noticeCookies({ notice, code, form, values }: Notice): string[] {
  return notice || code ? [noticeSetCookie({ notice, code, form, values })] : []
}
