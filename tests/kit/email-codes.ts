import { requestEmailCode } from '@/lib/identity/email-code/request-code'
import { signInWithEmailCode } from '@/lib/identity/email-code/sign-in-with-code'
import type { RequestContext } from '@/lib/platform/request-context'
import { START, useMailQueue } from '@/tests/kit/mail-queue'
import { testContext } from '@/tests/kit/test-context'

/** Turned on, with budgets that the tests of a file don't use up. */
export const CODES_ON = { AUTH_EMAIL_CODE: 'true', AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' }

/** The context of a request at START. */
export const atStart = (more: Partial<RequestContext> = {}) =>
  testContext({ surface: 'web', now: START, ...more })

/** Provides a test file with a mail server, and sign-in codes turned on. */
export function useEmailCodes() {
  const queue = useMailQueue(CODES_ON)
  /** What the newest email with a code contains. */
  const newest = () => {
    const texts = queue.mails().map(({ message }) => message.text ?? '')
    const text = texts.findLast((one) => one.includes('/auth/email-code/link?')) ?? ''
    return {
      code: /: (\d{6})\s/.exec(text)?.[1] ?? '',
      token: /email-code\/link\?token=([\w-]{43})\s/.exec(text)?.[1] ?? '',
    }
  }
  const ask = async (email: string, ctx = atStart(), nextPath: string | null = null) => {
    const asked = await requestEmailCode({ email, nextPath }, ctx)
    if (!asked.ok) throw new Error(asked.code)
    return asked.secret
  }
  return {
    ...queue,
    newest,
    ask,
    /** Asks for a code and has it emailed. */
    async asked(email: string, ctx = atStart(), nextPath: string | null = null) {
      const secret = await ask(email, ctx, nextPath)
      await queue.work(ctx.now)
      return { secret, ...newest() }
    },
  }
}

/** A code other than that one. */
export const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

/** Enters incorrect codes. */
export async function guess(
  asked: { secret: string; code: string },
  times: number,
  ctx = atStart(),
) {
  for (let i = 0; i < times; i++)
    await signInWithEmailCode({ secret: asked.secret, code: otherThan(asked.code) }, ctx)
}
