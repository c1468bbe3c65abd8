import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AttemptQueue, type QueuePlace } from '@/lib/protection/login-guard/attempt-queue'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const NEVER = Number.MAX_SAFE_INTEGER

function join(turns: AttemptQueue, budget = 'a'): QueuePlace {
  const place = turns.join(budget)
  if (!place) throw new Error('full')
  return place
}

/** The current result of a wait. */
function watch(wait: Promise<boolean>) {
  const state: { came?: boolean } = {}
  void wait.then((came) => (state.came = came))
  return state
}

describe('the queue for a budget', () => {
  it('lets the first ask at once, in case an attempt was settled while it joined', async () => {
    expect(await join(new AttemptQueue()).turn(2000, NEVER)).toBe(true)
  })

  it('lets only the first ask: when an attempt is settled here, and at intervals for those settled elsewhere', async () => {
    const turns = new AttemptQueue()
    const [first, second] = [join(turns), join(turns)]
    await first.turn(2000, NEVER)
    const waits = [watch(first.turn(2000, NEVER)), watch(second.turn(2000, NEVER))]
    turns.nudge('b')
    await vi.advanceTimersByTimeAsync(15)
    expect(waits).toEqual([{}, {}])
    turns.nudge('a')
    await vi.advanceTimersByTimeAsync(0)
    expect(waits).toEqual([{ came: true }, {}])
    const again = watch(first.turn(2000, NEVER))
    await vi.advanceTimersByTimeAsync(60)
    expect([again, waits[1]]).toEqual([{ came: true }, {}])
  })

  it('moves up in order of arrival', async () => {
    const turns = new AttemptQueue()
    const [first, second, third] = [join(turns), join(turns), join(turns)]
    const waits = [watch(second.turn(2000, NEVER)), watch(third.turn(2000, NEVER))]
    first.admitted()
    await vi.advanceTimersByTimeAsync(0)
    expect(waits).toEqual([{ came: true }, {}])
    second.leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(waits[1]).toEqual({ came: true })
  })

  it('keeps a nudge that comes while the first is asking', async () => {
    const turns = new AttemptQueue()
    const first = join(turns)
    await first.turn(2000, NEVER)
    turns.nudge('a')
    expect(await first.turn(2000, NEVER)).toBe(true)
  })

  it('stops waiting after two seconds without movement', async () => {
    const turns = new AttemptQueue()
    join(turns)
    const wait = watch(join(turns).turn(2000, NEVER))
    await vi.advanceTimersByTimeAsync(1999)
    expect(wait).toEqual({})
    await vi.advanceTimersByTimeAsync(1)
    expect(wait).toEqual({ came: false })
  })

  it('waits as long as it moves, up to a limit', async () => {
    const turns = new AttemptQueue()
    const first = join(turns)
    const wait = watch(join(turns).turn(2000, performance.now() + 8000))
    for (let seconds = 0; seconds < 7; seconds++) {
      await vi.advanceTimersByTimeAsync(1000)
      turns.nudge('a')
    }
    expect(wait).toEqual({})
    await vi.advanceTimersByTimeAsync(1000)
    expect(wait).toEqual({ came: false })
    first.leave()
  })

  it('has a maximum length', () => {
    const turns = new AttemptQueue()
    const places = Array.from({ length: 512 }, (_, i) => join(turns, `budget ${i % 3}`))
    expect(turns.join('another')).toBeNull()
    places[0]!.leave()
    places[0]!.leave()
    expect(turns.join('another')).not.toBeNull()
    expect(turns.join('another')).toBeNull()
  })
})
