import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GatehouseError } from '@/clients/typescript/src/errors'
import { exchange } from '@/clients/typescript/src/refresh'
import type { Answer, Sender } from '@/clients/typescript/src/sender'

const KEY = '0123456789abcdef0123456789abcdef'
const TOKENS = { access_token: 'a', refresh_token: 'r' }

/** Answers with these, one after the other: an error is thrown, anything else is the body. */
function service(...answers: unknown[]) {
  const send = vi.fn(async () => {
    const next = answers.shift()
    if (next instanceof Error) throw next
    return { data: next } as Answer
  })
  return { send, sender: { send } as unknown as Sender }
}

async function result(sender: Sender): Promise<unknown> {
  const running = exchange(sender, 'r0', KEY).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return running
}

const fault = (status: number, code: string, retryAfter?: number) =>
  new GatehouseError(code, code, { status, retryAfter })
const LOST = fault(0, 'network_error')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('exchanging a refresh token', () => {
  it('repeats the same request while its response is lost', async () => {
    const { send, sender } = service(LOST, fault(0, 'timeout'), fault(502, 'x'), TOKENS)
    expect(await result(sender)).toEqual(TOKENS)
    expect(send).toHaveBeenCalledTimes(4)
    expect(send.mock.calls).toEqual(Array(4).fill(send.mock.calls[0]))
    expect(JSON.stringify(send.mock.calls[0])).toContain(KEY)
  })

  it('takes a page of a captive portal for a lost response', async () => {
    const { sender } = service('<html>', undefined, TOKENS)
    expect(await result(sender)).toEqual(TOKENS)
  })

  it('gives up within the minute in which the service repeats its answer', async () => {
    const { send, sender } = service(...Array<Error>(9).fill(LOST))
    expect(await result(sender)).toBe(LOST)
    expect(send).toHaveBeenCalledTimes(5)
  })

  it('waits for a short Retry-After, and leaves a long one to the caller', async () => {
    const short = service(fault(429, 'rate_limited', 2), TOKENS)
    expect(await result(short.sender)).toEqual(TOKENS)
    const long = fault(503, 'overloaded', 60)
    const { send, sender } = service(long, TOKENS)
    expect(await result(sender)).toBe(long)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it.each(['invalid_refresh_token', 'refresh_token_reused'])('does not repeat %s', async (code) => {
    const refusal = fault(401, code)
    const { send, sender } = service(refusal, TOKENS)
    expect(await result(sender)).toBe(refusal)
    expect(send).toHaveBeenCalledTimes(1)
  })
})
