import { expect, it } from 'vitest'
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

it('decodes one image at a time in all workers together, in order of arrival', async () => {
  const share = grantDecodingTurns()
  const log: string[] = []
  const decode = (name: string) =>
    inTurnWithWorkers(connect(share).worker, async () => {
      log.push(`${name} begins`)
      await new Promise((done) => setTimeout(done, 5))
      log.push(`${name} ends`)
    })
  await Promise.all(['a', 'b', 'c'].map(decode))
  expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})

it('gives the turn of a worker that ends to the next, also if it ends while it waits', async () => {
  const share = grantDecodingTurns()
  const [holder, waiter, next] = [connect(share), connect(share), connect(share)]
  const never = () => new Promise<void>(() => {})
  let hasTurn = false
  void inTurnWithWorkers(holder.worker, () => ((hasTurn = true), never()))
  while (!hasTurn) await new Promise(setImmediate)
  void inTurnWithWorkers(waiter.worker, never)
  const decoded = inTurnWithWorkers(next.worker, async () => 'decoded')
  for (let i = 0; i < 5; i++) await new Promise(setImmediate)
  waiter.end()
  holder.end()
  expect(await decoded).toBe('decoded')
})

it('decodes without a turn if the primary process grants none', async () => {
  const { worker } = connect(() => () => {})
  expect(await inTurnWithWorkers(worker, async () => 'decoded')).toBe('decoded')
})
