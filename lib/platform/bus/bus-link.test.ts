import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BusMessage, encodeMessage } from '@/lib/platform/bus/bus'
import { type BusConnection, type BusConnectionEvents, BusLink } from '@/lib/platform/bus/bus-link'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * A carrier under the test's control: by default connections open, and beats come back after
 * `latency` ms.
 */
async function setUp() {
  const carrier = {
    ...{ latency: 5, opens: 0, closed: 0 },
    ...{ refuse: false, hang: false, mute: false, throws: false },
  }
  const heard: BusMessage[] = []
  let events!: BusConnectionEvents
  const open = (ofLine: BusConnectionEvents): BusConnection => {
    carrier.opens++
    if (carrier.throws) throw new Error('the certificate cannot be read')
    events = ofLine
    return {
      ready: carrier.hang
        ? new Promise(() => {})
        : carrier.refuse
          ? Promise.reject(new Error('no'))
          : Promise.resolve(),
      beat: async (text) => {
        if (!carrier.mute) setTimeout(() => ofLine.onBeat(text), carrier.latency)
      },
      close: () => carrier.closed++,
    }
  }
  const link = new BusLink({
    name: 'test',
    instanceId: 'me',
    open,
    receive: (message) => heard.push(message),
  })
  await vi.advanceTimersByTimeAsync(10)
  return { link, carrier, heard, events: () => events }
}

const resync = { type: 'resync' }
const changed: BusMessage = { type: 'user.changed', userId: 'ann' }

describe('a bus link', () => {
  it('is alive after a heartbeat came back, and stays so', async () => {
    const { link, heard } = await setUp()
    expect(link.isAlive()).toBe(true)
    for (let i = 0; i < 50; i++) {
      await vi.advanceTimersByTimeAsync(100)
      expect(link.isAlive()).toBe(true)
    }
    expect(heard).toEqual([resync])
  })

  it('is alive again after connections could not even be begun for a while', async () => {
    const { link, carrier, events } = await setUp()
    carrier.throws = true
    events().onLost(new Error('cut off'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(link.isAlive()).toBe(false)
    expect(carrier.opens).toBeGreaterThan(3)
    carrier.throws = false
    await vi.advanceTimersByTimeAsync(30_000)
    expect(link.isAlive()).toBe(true)
  })

  it('delivers what others sent, and not what this instance sent itself', async () => {
    const { heard, events } = await setUp()
    events().onMessage(encodeMessage('other', changed))
    events().onMessage(encodeMessage('me', changed))
    expect(heard).toEqual([resync, changed])
  })

  it.each(['', '{', 'null', '{"from":"x"}', '{"from":"x","message":{"type":"toString"}}'])(
    'sends a resync on a message that it does not understand: %j',
    async (text) => {
      const { heard, events } = await setUp()
      events().onMessage(text)
      expect(heard).toEqual([resync, resync])
    },
  )

  it('is not alive if the newest returned heartbeat was sent more than 0.8 s ago, and resyncs before it is alive again', async () => {
    const { link, carrier, heard } = await setUp()
    carrier.latency = 900
    await vi.advanceTimersByTimeAsync(1500)
    expect(link.isAlive()).toBe(false)
    expect(heard).toEqual([resync])
    carrier.latency = 5
    await vi.advanceTimersByTimeAsync(300)
    expect(link.isAlive()).toBe(true)
    expect(heard).toEqual([resync, resync])
  })

  it('is not alive after the machine slept, even if the process did not notice', async () => {
    const { link, heard } = await setUp()
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(link.isAlive()).toBe(false)
    await vi.advanceTimersByTimeAsync(300)
    expect(link.isAlive()).toBe(true)
    expect(heard).toEqual([resync, resync])
  })
})

describe('a bus link that was cut', () => {
  it('is not alive from that moment, opens another connection and resyncs', async () => {
    const { link, carrier, heard, events } = await setUp()
    events().onLost(new Error('cut'))
    expect(link.isAlive()).toBe(false)
    await vi.advanceTimersByTimeAsync(110)
    expect(link.isAlive()).toBe(true)
    expect([carrier.opens, carrier.closed]).toEqual([2, 1])
    expect(heard).toEqual([resync, resync])
  })

  it('ignores heartbeats of the previous connection', async () => {
    const { link, carrier, events } = await setUp()
    carrier.latency = 200
    const before = events()
    await vi.advanceTimersByTimeAsync(250) // one is in flight
    carrier.mute = true
    before.onLost(new Error('cut'))
    await vi.advanceTimersByTimeAsync(120) // the next connection is subscribed
    expect(carrier.opens).toBe(2)
    await vi.advanceTimersByTimeAsync(200)
    expect(link.isAlive()).toBe(false)
    before.onLost(new Error('cut again'))
    await vi.advanceTimersByTimeAsync(200)
    expect(carrier.opens).toBe(2)
  })

  it('retries indefinitely, first after 100 ms, then at least every second', async () => {
    const { link, carrier, events } = await setUp()
    carrier.refuse = true
    events().onLost(new Error('cut'))
    const opens: number[] = []
    for (let i = 0; i < 8; i++) {
      await vi.advanceTimersByTimeAsync(i === 0 ? 110 : 1010)
      opens.push(carrier.opens)
    }
    expect(opens[0]).toBe(2)
    expect(opens.at(-1)! - opens.at(-2)!).toBe(1)
    await vi.advanceTimersByTimeAsync(3_600_000)
    carrier.refuse = false
    await vi.advanceTimersByTimeAsync(1010)
    expect(link.isAlive()).toBe(true)
  })

  it('drops a connection that does not open, and one on which nothing comes back', async () => {
    const { link, carrier, events } = await setUp()
    carrier.hang = true
    events().onLost(new Error('cut'))
    await vi.advanceTimersByTimeAsync(110)
    carrier.hang = false
    await vi.advanceTimersByTimeAsync(2500)
    expect([link.isAlive(), carrier.opens]).toEqual([true, 3])
    carrier.mute = true
    await vi.advanceTimersByTimeAsync(3400)
    expect([link.isAlive(), carrier.opens]).toEqual([false, 4])
    carrier.mute = false
    await vi.advanceTimersByTimeAsync(300)
    expect(link.isAlive()).toBe(true)
  })

  it('stays closed', async () => {
    const { link, carrier } = await setUp()
    link.close()
    expect(link.isAlive()).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([carrier.opens, carrier.closed]).toEqual([1, 1])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('closes while a connection is being opened', async () => {
    const { link, carrier, events } = await setUp()
    carrier.hang = true
    events().onLost(new Error('cut'))
    await vi.advanceTimersByTimeAsync(110)
    link.close()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([carrier.opens, carrier.closed]).toEqual([2, 2])
    expect(vi.getTimerCount()).toBe(0)
  })
})
