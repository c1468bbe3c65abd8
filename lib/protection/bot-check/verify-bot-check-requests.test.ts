import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callSiteverify } from '@/lib/protection/bot-check/verify-bot-check'
import {
  type BotCheckStandIn,
  humanToken,
  startBotCheckStandIn,
} from '@/tests/kit/stand-ins/bot-check-stand-in'

let standIn: BotCheckStandIn
beforeAll(async () => {
  standIn = await startBotCheckStandIn()
})
afterAll(() => standIn.close())

const ask = (
  token: string,
  by: { url?: string; secret?: string; ip?: string | null; ms?: number } = {},
) =>
  callSiteverify(
    { verifyUrl: by.url ?? standIn.url, secretKey: by.secret ?? standIn.secret },
    { token, ip: by.ip ?? null },
    by.ms ? AbortSignal.timeout(by.ms) : undefined,
  )

describe('a request to the bot-check provider', () => {
  it('sends secret, token and address as a form, and returns host and action', async () => {
    const token = humanToken({ hostname: 'id.example.org', action: 'login' })
    const verdict = await ask(token, { ip: '192.0.2.7' })
    expect(verdict).toEqual({ kind: 'passed', hostname: 'id.example.org', action: 'login' })
    const form = standIn.asked.find((asked) => asked.get('response') === token)
    expect(Object.fromEntries(form ?? [])).toEqual({
      secret: standIn.secret,
      response: token,
      remoteip: '192.0.2.7',
    })
  })

  it("accepts the provider's verdict on a wrong or used token", async () => {
    expect(await ask('made up')).toEqual({ kind: 'failed', reason: 'invalid-input-response' })
    const token = humanToken()
    await ask(token)
    expect(await ask(token)).toEqual({ kind: 'failed', reason: 'timeout-or-duplicate' })
  })

  it.each([
    ['server-error', 'status 500'],
    ['html', 'answer unreadable'],
    ['huge', 'answer too long'],
    ['redirect', 'status 307'],
    ['wrong-secret', 'invalid-input-secret'],
  ] as const)('admits no one if the answer is: %s', async (fate, reason) => {
    const before = standIn.asked.length
    expect(await ask(humanToken({ fate }))).toEqual({ kind: 'unavailable', reason })
    expect(standIn.asked.length).toBe(before + 1)
  })

  it('admits no one if there is no answer or no connection', async () => {
    expect(await ask(humanToken({ fate: 'hang' }), { ms: 50 })).toEqual({
      kind: 'unavailable',
      reason: 'TimeoutError',
    })
    expect(await ask(humanToken(), { url: 'http://127.0.0.1:1/' })).toMatchObject({
      kind: 'unavailable',
    })
  })

  it('gives a reason that contains neither token nor secret', async () => {
    for (const fate of ['fail', 'hang', 'html', 'wrong-secret'] as const) {
      const token = humanToken({ fate })
      const verdict = JSON.stringify(await ask(token, { ms: 200 }))
      expect(verdict).not.toContain(token)
      expect(verdict).not.toContain(standIn.secret)
    }
  })
})
