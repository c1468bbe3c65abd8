import { afterEach, describe, expect, it, vi } from 'vitest'
import { AttemptQueue } from '@/lib/identity/mfa/attempt-queue'

afterEach(() => void vi.useRealTimers())

/** Work that ends when it is told to. */
function slow<T>(value: T) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const work = vi.fn(async () => (await ended, value))
  return { work, end }
}

const OVERLOADED = { ok: false, code: 'overloaded', retryAfterSeconds: 1 }

describe('turns at an account', () => {
  it('come one after the other, in the order of arrival, and do not hold up other accounts', async () => {
    const turns = new AttemptQueue()
    const works = [slow('a'), slow('b'), slow('c')]
    const results = works.map(({ work }) => turns.run('ann', work))
    expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 0, 0])
    expect(await turns.run('bob', async () => 'bob')).toBe('bob')
    for (const [n, { end }] of works.entries()) {
      end()
      expect(await results[n]).toBe('abc'[n])
      expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 1, n < 1 ? 0 : 1])
    }
    expect(await turns.run('ann', async () => 'again')).toBe('again')
  })

  it('go on after a failure', async () => {
    const turns = new AttemptQueue()
    const broken = turns.run('ann', async () => Promise.reject(new Error('broken')))
    const next = turns.run('ann', async () => 'next')
    await expect(broken).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })

  it('are refused to who would be the 65th to wait', async () => {
    const turns = new AttemptQueue()
    const first = slow('first')
    const results = [turns.run('ann', first.work)]
    for (let i = 0; i < 64; i++) results.push(turns.run('ann', async () => 'in'))
    const never = vi.fn()
    expect(await turns.run('ann', never)).toEqual(OVERLOADED)
    first.end()
    expect(await Promise.all(results)).toEqual(['first', ...Array<string>(64).fill('in')])
    expect(never).not.toHaveBeenCalled()
  })

  it('are refused to who has waited two seconds, and pass to who is still there', async () => {
    vi.useFakeTimers()
    const turns = new AttemptQueue()
    const first = slow('first')
    const working = turns.run('ann', first.work)
    const never = vi.fn()
    const gone = turns.run('ann', never)
    await vi.advanceTimersByTimeAsync(1000)
    const there = turns.run('ann', async () => 'there')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await gone).toEqual(OVERLOADED)
    first.end()
    expect(await working).toBe('first')
    expect(await there).toBe('there')
    expect(never).not.toHaveBeenCalled()
  })
})
