import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RefusedError } from '@/lib/platform/problems'
import { WorkQueue } from '@/lib/platform/work-queue'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const limits = { concurrency: 2, maxWaiting: 64, certainWaiting: 0, maxWaitSeconds: 1 }

/** Work that ends on demand. */
function heldWork(started: number[], id: number) {
  let end = () => {}
  const done = new Promise<number>((resolve) => (end = () => resolve(id)))
  const work = () => {
    started.push(id)
    return done
  }
  return { work, end: () => end() }
}

describe('the work queue', () => {
  it('never runs more than its concurrency, and keeps the order of arrival', async () => {
    const queue = new WorkQueue(limits)
    const started: number[] = []
    const held = Array.from({ length: 5 }, (_, id) => heldWork(started, id))
    const results = held.map(({ work }) => queue.run(work))
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual([0, 1])
    for (const [id, { end }] of held.entries()) {
      end()
      await results[id]
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(started).toEqual([0, 1, 2, 3, 4])
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4])
  })

  it('lets no new arrival in before those waiting', async () => {
    const queue = new WorkQueue({ ...limits, concurrency: 1 })
    const started: number[] = []
    const [first, second, third] = [0, 1, 2].map((id) => heldWork(started, id))
    const running = queue.run(first!.work)
    void queue.run(second!.work)
    first!.end()
    await running
    void queue.run(third!.work)
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual([0, 1])
  })

  it('refuses at once if it is full', async () => {
    const queue = new WorkQueue({ ...limits, concurrency: 1 })
    const started: number[] = []
    for (let id = 0; id < 65; id++) void queue.run(heldWork(started, id).work).catch(() => {})
    await expect(queue.run(async () => 1)).rejects.toMatchObject({
      refusal: { code: 'overloaded', retryAfterSeconds: 1 },
    })
  })

  it('refuses after a second of waiting, and keeps the order of the others', async () => {
    const queue = new WorkQueue({ ...limits, concurrency: 1 })
    const started: number[] = []
    const [running, early, late] = [0, 1, 2].map((id) => heldWork(started, id))
    void queue.run(running!.work)
    const tooLong = queue.run(early!.work).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(600)
    void queue.run(late!.work)
    await vi.advanceTimersByTimeAsync(400)
    expect(await tooLong).toBeInstanceOf(RefusedError)
    running!.end()
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual([0, 2])
  })

  it('lets owners take turns, so that one with much work delays another by one turn', async () => {
    const queue = new WorkQueue({ ...limits, concurrency: 1, certainWaiting: 64 })
    const started: number[] = []
    const work = Array.from({ length: 8 }, (_, id) => heldWork(started, id))
    const owners = ['a', 'a', 'a', 'a', 'b', 'b', 'c', 'a']
    const results = work.map(({ work: run }, id) => queue.run(run, owners[id]))
    for (let turn = 0; turn < work.length; turn++) {
      await vi.advanceTimersByTimeAsync(0)
      work[started[turn]!]!.end()
    }
    await Promise.all(results)
    expect(started).toEqual([0, 1, 4, 6, 2, 5, 3, 7])
    expect(queue.load).toEqual({ running: 0, waiting: 0 })
  })

  it('is not full for an owner because another fills it, who loses the latest', async () => {
    const queue = new WorkQueue({ ...limits, concurrency: 1, maxWaiting: 4, certainWaiting: 4 })
    const started: number[] = []
    const refused: number[] = []
    const ask = (id: number, owner: string) =>
      void queue.run(heldWork(started, id).work, owner).catch(() => refused.push(id))
    for (let id = 0; id < 6; id++) ask(id, 'a')
    await vi.advanceTimersByTimeAsync(0)
    expect(refused).toEqual([5])
    // The third would have more than the other.
    for (let id = 6; id < 9; id++) ask(id, 'b')
    await vi.advanceTimersByTimeAsync(0)
    expect(refused).toEqual([5, 4, 3, 8])
    expect(queue.load).toEqual({ running: 1, waiting: 4 })
  })

  it('frees the slot if work fails', async () => {
    const queue = new WorkQueue({ ...limits, concurrency: 1 })
    const broken = queue.run(async () => Promise.reject(new Error('broken')))
    const next = queue.run(async () => 'done')
    await expect(broken).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })

  it('refuses at once if the estimated wait is too long', async () => {
    let time = 0
    const queue = new WorkQueue(limits, () => time)
    for (const tookMs of [3000, 3000, 100]) await queue.run(async () => (time += tookMs))
    const started: number[] = []
    const answers = Array.from({ length: 20 }, (_, id) => queue.run(heldWork(started, id).work))
    const refused = (await Promise.all(answers.map(isRefusedNow))).filter(Boolean)
    // The first two start threads. Two take 100 ms each: fifteen more get their turn within 750 ms.
    expect(refused).toHaveLength(20 - 2 - 15)
  })

  it('lets the guaranteed number wait, however slow work currently is', async () => {
    let time = 0
    const queue = new WorkQueue({ ...limits, certainWaiting: 30 }, () => time)
    for (const tookMs of [0, 0, 60_000]) await queue.run(async () => (time += tookMs))
    const started: number[] = []
    const answers = Array.from({ length: 40 }, (_, id) => queue.run(heldWork(started, id).work))
    const refused = (await Promise.all(answers.map(isRefusedNow))).filter(Boolean)
    expect(refused).toHaveLength(40 - 2 - 30)
  })

  it('expects an owner to wait only for its turn, however much of another waits', async () => {
    let time = 0
    const queue = new WorkQueue({ ...limits, concurrency: 1 }, () => time)
    for (const tookMs of [0, 300]) await queue.run(async () => (time += tookMs))
    const started: number[] = []
    const ask = (id: number, owner: string) =>
      isRefusedNow(queue.run(heldWork(started, id).work, owner))
    const byOne = await Promise.all([0, 1, 2, 3, 4, 5].map((id) => ask(id, 'a')))
    // Two wait for 300 and 600 ms; a third would for 900.
    expect(byOne).toEqual([false, false, false, true, true, true])
    expect(await ask(6, 'b')).toBe(false)
  })

  it("admits work that needn't wait, however slow work was, and recovers", async () => {
    let time = 0
    const queue = new WorkQueue({ ...limits, concurrency: 1 }, () => time)
    for (const tookMs of [0, 60_000]) await queue.run(async () => (time += tookMs))
    expect(queue.isWorthWaiting(1)).toBe(false)
    for (let i = 0; i < 50; i++) expect(await queue.run(async () => i)).toBe(i)
    // 60 s × 0.9^n is below 0.75 s after 42 more.
    expect(queue.isWorthWaiting(1)).toBe(true)
  })
})

const isRefusedNow = (answer: Promise<unknown>) =>
  Promise.race([
    answer.then(
      () => false,
      (error: unknown) => error instanceof RefusedError,
    ),
    vi.advanceTimersByTimeAsync(0).then(() => false),
  ])
