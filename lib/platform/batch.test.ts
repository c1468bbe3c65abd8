import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Batcher, type BatchLimits } from '@/lib/platform/batch'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Answer = string | undefined | Error

/** Work that ends when the test says so; `sent` shows what was sent, in order. */
function controlled(limits: Partial<BatchLimits> = {}) {
  const sent: string[][] = []
  const ends: ((answers?: Answer[]) => void)[] = []
  const send = (entries: readonly string[]) => {
    sent.push([...entries])
    return new Promise<(string | undefined)[]>((resolve, reject) =>
      ends.push((answers = entries.map((entry) => `${entry}!`)) => {
        const fault = answers.find((answer) => answer instanceof Error)
        if (fault) reject(fault)
        else resolve(answers as (string | undefined)[])
      }),
    )
  }
  const one = async (entry: string) => (await send([entry]))[0]!
  const batcher = new Batcher(
    { one, many: send },
    { maxUnderWay: 1, maxSize: 4, maxWaitMs: 25, ...limits },
  )
  /** Ends a piece of work and lets everything run that follows from it. */
  const end = async (index: number, answers?: Answer[]) => {
    ends[index]!(answers)
    await vi.advanceTimersByTimeAsync(0)
  }
  const run = (entry: string) => {
    const result = batcher.run(entry)
    result.catch(() => undefined) // a test looks at it only after it has ended the work
    return result
  }
  return { run, sent, end }
}

const settled = (runs: Promise<string>[]) =>
  Promise.all(runs.map((run) => run.catch((error: Error) => error.message)))

describe('natural batching', () => {
  it('sends an entry at once and alone while nothing is under way', async () => {
    const { run, sent, end } = controlled()
    const a = run('a')
    expect(sent).toEqual([['a']])
    await end(0)
    expect(await a).toBe('a!')
    void run('b')
    expect(sent).toEqual([['a'], ['b']])
  })

  it('collects what arrives meanwhile and gives each its own result, in order', async () => {
    const { run, sent, end } = controlled()
    const runs = ['a', 'b', 'c', 'd'].map(run)
    expect(sent).toEqual([['a']])
    await end(0)
    expect(sent).toEqual([['a'], ['b', 'c', 'd']])
    await end(1)
    expect(await settled(runs)).toEqual(['a!', 'b!', 'c!', 'd!'])
  })

  it('collects only while as many as allowed are under way', async () => {
    const { run, sent, end } = controlled({ maxUnderWay: 2 })
    const runs = ['a', 'b', 'c', 'd'].map(run)
    expect(sent).toEqual([['a'], ['b']])
    await end(1)
    expect(sent).toEqual([['a'], ['b'], ['c', 'd']])
    runs.push(run('e'))
    expect(sent).toHaveLength(3)
    await end(0)
    expect(sent.at(-1)).toEqual(['e'])
    await end(2)
    await end(3)
    expect(await settled(runs)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!'])
  })

  it('sends a full batch without waiting, and never a larger one', async () => {
    const { run, sent, end } = controlled({ maxSize: 2 })
    const runs = ['a', 'b', 'c', 'd', 'e', 'f'].map(run)
    expect(sent).toEqual([['a'], ['b', 'c'], ['d', 'e']])
    await end(1)
    expect(sent.at(-1)).toEqual(['f'])
    for (const index of [0, 2, 3]) await end(index)
    expect(await settled(runs)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!'])
  })

  it('runs alone what a batch did not decide, and a failure there is of that entry only', async () => {
    const { run, sent, end } = controlled()
    const runs = ['a', 'b', 'c', 'd'].map(run)
    await end(0)
    await end(1, ['b!', undefined, 'd!'])
    expect(sent.at(-1)).toEqual(['c'])
    await end(2, [new Error('c is at fault')])
    expect(await settled(runs)).toEqual(['a!', 'b!', 'c is at fault', 'd!'])
  })

  it('gives every entry of a failed batch the error, and repeats none of them', async () => {
    const { run, sent, end } = controlled()
    const runs = ['a', 'b', 'c'].map(run)
    await end(0)
    await end(1, [new Error('connection lost')])
    expect(await settled(runs)).toEqual(['a!', 'connection lost', 'connection lost'])
    expect(sent).toHaveLength(2)
  })

  it('continues after a failure', async () => {
    const { run, sent, end } = controlled()
    const runs = [run('a'), run('b')]
    await end(0, [new Error('refused')])
    expect(sent).toEqual([['a'], ['b']])
    await end(1)
    expect(await settled(runs)).toEqual(['refused', 'b!'])
  })

  it('does not wait longer than its limit for work that hangs', async () => {
    const { run, sent, end } = controlled()
    const runs = [run('a'), run('b')]
    await vi.advanceTimersByTimeAsync(24)
    expect(sent).toEqual([['a']])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual([['a'], ['b']])
    await end(1)
    runs.push(run('c'))
    expect(sent).toEqual([['a'], ['b'], ['c']])
    await end(0)
    runs.push(run('d'))
    expect(sent).toHaveLength(3)
    await end(2)
    await end(3)
    expect(await settled(runs)).toEqual(['a!', 'b!', 'c!', 'd!'])
  })
})
