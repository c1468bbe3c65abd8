import { expect, it, onTestFinished, vi } from 'vitest'
import { Channel } from '@/lib/platform/workers/channel'
import { grantDecodingTurns, inTurnWithWorkers } from '@/lib/uploads/decoding-turn'

/** Connects a worker; returns its end of the channel, and a function that ends it. */
function connect(share: ReturnType<typeof grantDecodingTurns>) {
  const worker: Channel = new Channel((message) => {
    primary.receive(message)
    return true
  })
  const primary = new Channel((message) => {
    worker.receive(message)
    return true
  })
  return { worker, end: share(primary) }
}

const never = () => new Promise<void>(() => {})

it('decodes one image at a time in all workers together, and users take turns', async () => {
  const share = grantDecodingTurns()
  const log: string[] = []
  const decode = (name: string) => {
    const work = async () => {
      log.push(`${name} begins`)
      await new Promise((done) => setTimeout(done, 5))
      log.push(`${name} ends`)
    }
    return inTurnWithWorkers(connect(share).worker, work, name.slice(0, 1))
  }
  await Promise.all(['a1', 'a2', 'a3', 'b1'].map(decode))
  const order = ['a1', 'a2', 'b1', 'a3']
  expect(log).toEqual(order.flatMap((name) => [`${name} begins`, `${name} ends`]))
})

it('refuses an image that waits for its turn for 20 s in all workers together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const share = grantDecodingTurns()
  let isDecoded = false
  void inTurnWithWorkers(connect(share).worker, never, 'a')
  const late = inTurnWithWorkers(connect(share).worker, async () => (isDecoded = true), 'b')
  const refused = expect(late).rejects.toMatchObject({ refusal: { code: 'overloaded' } })
  for (let i = 0; i < 5; i++) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(20_000)
  await refused
  expect(isDecoded).toBe(false)
})

it('gives the turn of a worker that ends to the next, also if it ends while it waits', async () => {
  const share = grantDecodingTurns()
  const [holder, waiter, next] = [connect(share), connect(share), connect(share)]
  let hasTurn = false
  void inTurnWithWorkers(holder.worker, () => ((hasTurn = true), never()), 'a')
  while (!hasTurn) await new Promise(setImmediate)
  void inTurnWithWorkers(waiter.worker, never, 'b')
  const decoded = inTurnWithWorkers(next.worker, async () => 'decoded', 'c')
  for (let i = 0; i < 5; i++) await new Promise(setImmediate)
  waiter.end()
  holder.end()
  expect(await decoded).toBe('decoded')
})

it('decodes without a turn if the primary process grants none', async () => {
  const { worker } = connect(() => () => {})
  expect(await inTurnWithWorkers(worker, async () => 'decoded', 'c')).toBe('decoded')
})
