import { afterEach, describe, expect, it, vi } from 'vitest'
import { AccountQueue } from '@/lib/identity/mfa/account-queue'

afterEach(() => void vi.useRealTimers())

/** Work that ends when told to. */
function slow<T>(value: T) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const work = vi.fn(async () => (await ended, value))
  return { work, end }
}

const OVERLOADED = { ok: false, code: 'overloaded', retryAfterSeconds: 1 }

describe('the attempt queue of an account', () => {
  it('runs work in order of arrival without delaying other accounts', async () => {
    const queue = new AccountQueue()
    const works = [slow('a'), slow('b'), slow('c')]
    const results = works.map(({ work }) => queue.run('ann', work))
    expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 0, 0])
    expect(await queue.run('bob', async () => 'bob')).toBe('bob')
    for (const [n, { end }] of works.entries()) {
      end()
      expect(await results[n]).toBe('abc'[n])
      expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 1, n < 1 ? 0 : 1])
    }
    expect(await queue.run('ann', async () => 'again')).toBe('again')
  })

  it('continues after a failure', async () => {
    const queue = new AccountQueue()
    const broken = queue.run('ann', async () => Promise.reject(new Error('broken')))
    const next = queue.run('ann', async () => 'next')
    await expect(broken).rejects.toThrow('broken')
    expect(await next).toBe('next')
  })

  it('refuses the 65th waiting attempt', async () => {
    const queue = new AccountQueue()
    const first = slow('first')
    const results = [queue.run('ann', first.work)]
    for (let i = 0; i < 64; i++) results.push(queue.run('ann', async () => 'in'))
    const never = vi.fn()
    expect(await queue.run('ann', never)).toEqual(OVERLOADED)
    first.end()
    expect(await Promise.all(results)).toEqual(['first', ...Array<string>(64).fill('in')])
    expect(never).not.toHaveBeenCalled()
  })

  it('refuses an attempt that has waited two seconds, and serves the next one', async () => {
    vi.useFakeTimers()
    const queue = new AccountQueue()
    const first = slow('first')
    const working = queue.run('ann', first.work)
    const never = vi.fn()
    const gone = queue.run('ann', never)
    await vi.advanceTimersByTimeAsync(1000)
    const there = queue.run('ann', async () => 'there')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await gone).toEqual(OVERLOADED)
    first.end()
    expect(await working).toBe('first')
    expect(await there).toBe('there')
    expect(never).not.toHaveBeenCalled()
  })
})
