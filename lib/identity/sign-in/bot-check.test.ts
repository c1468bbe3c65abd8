import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as apiForgot from '@/app/api/v1/auth/forgot-password/route'
import * as apiLogin from '@/app/api/v1/auth/login/route'
import * as apiRegister from '@/app/api/v1/auth/register/route'
import * as apiResend from '@/app/api/v1/auth/resend-verification/route'
import { requestPasswordReset } from '@/app/auth/forgot-password/actions'
import { signIn } from '@/app/auth/login/actions'
import { register } from '@/app/auth/register/actions'
import { resendVerificationLink } from '@/app/auth/resend-verification/actions'
import { argon2Queue } from '@/lib/identity/passwords/argon2-hash'
import { bcryptQueue } from '@/lib/identity/passwords/bcrypt-hash'
import {
  type BotCheckStandIn,
  humanToken,
  startBotCheckStandIn,
} from '@/tests/kit/stand-ins/bot-check-stand-in'
import { submitAction } from '@/tests/kit/submit-action'
import { useSettings } from '@/tests/kit/test-settings'
import type { FormAction } from '@/lib/web/action-state'

const OWN = 'http://localhost:3000'
const WHO = { email: 'ada@example.org', password: 'correct horse battery staple' }

// There is no database in this file and hashing always fails, so anything that runs before the bot
// check fails with a 500.
const passwordWork = vi.fn(() => Promise.reject(new Error('password work')))

let standIn: BotCheckStandIn
beforeAll(async () => {
  for (const queue of [argon2Queue(), bcryptQueue()])
    vi.spyOn(queue, 'run').mockImplementation(passwordWork)
  standIn = await startBotCheckStandIn()
  useSettings({ ...standIn.env, APP_BASE_URL: OWN, AUTH_IP_RATE_LIMIT: '100000/1m' })
})
afterAll(() => standIn.close())

type Post = (request: Request, context: { params: Promise<object> }) => Promise<Response>

const forms: [name: string, action: string, api: Post, web: FormAction][] = [
  ['login', 'login', apiLogin.POST as Post, signIn],
  ['register', 'register', apiRegister.POST as Post, register],
  ['forgot-password', 'forgot_password', apiForgot.POST as Post, requestPasswordReset],
  ['resend-verification', 'resend_verification', apiResend.POST as Post, resendVerificationLink],
]

async function postTo(
  lane: 'api' | 'web',
  [name, , api, web]: (typeof forms)[number],
  token?: string,
) {
  const fields = { ...WHO, ...(token && { botcheck_token: token }) }
  const request = new Request(`${OWN}/api/v1/auth/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  const answer = await (lane === 'api'
    ? api(request, { params: Promise.resolve({}) })
    : submitAction(web, { page: `/auth/${name}`, fields }))
  const body = (await answer.json()) as { code?: string }
  return { status: answer.status, code: body.code, wait: answer.headers.get('retry-after') }
}

for (const lane of ['api', 'web'] as const)
  for (const form of forms) {
    const [name, action] = form
    describe(`${name} over ${lane}`, () => {
      it('is refused before any query and any password work without a token, with an invalid one and with another form’s', async () => {
        const other = humanToken({ action: action === 'login' ? 'register' : 'login' })
        for (const token of [undefined, 'made up', humanToken({ hostname: 'evil.example' }), other])
          expect(await postTo(lane, form, token)).toEqual({
            status: 400,
            code: 'botcheck_failed',
            wait: null,
          })
        expect(passwordWork).not.toHaveBeenCalled()
      })

      it("is asked to wait when the provider doesn't respond", async () => {
        const answer = await postTo(lane, form, humanToken({ action, fate: 'server-error' }))
        expect(answer).toEqual({ status: 503, code: 'botcheck_unavailable', wait: '5' })
        expect(passwordWork).not.toHaveBeenCalled()
      })

      it('continues with a token created for it', async () => {
        const answer = await postTo(lane, form, humanToken({ action }))
        expect(answer.code).toBe('internal_error')
        passwordWork.mockClear()
      })
    })
  }
