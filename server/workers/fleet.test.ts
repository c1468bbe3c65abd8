import cluster from 'node:cluster'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { Fleet } from '@/server/workers/fleet'

/** Longer than any limit of a fleet. */
const AN_HOUR_MS = 3_600_000

it('a worker that cannot be started takes no place, and later reloads still work', async () => {
  const fleet = new Fleet(temporaryFolder())
  onTestFinished(() => fleet.stop(0))
  // A process without a program never starts, so it never exits.
  const { execPath } = process
  process.execPath = '/nonexistent'
  onTestFinished(() => void (process.execPath = execPath))
  for (let reload = 0; reload < 2; reload++) {
    await fleet.reload(1)
    await expect.poll(() => Object.keys(cluster.workers ?? {})).toEqual([])
  }
})

/** What the workers of a build do. */
interface Build {
  becomesReady: boolean
  stops: boolean
  /** It notes how many crashed workers the metrics count. */
  reports?: boolean
  crashes?: boolean
  /** It becomes ready only after `release`. */
  waits?: boolean
}

const WORKS = { becomesReady: true, stops: true }
const REPORTS = { ...WORKS, reports: true }
const WAITS = { ...WORKS, waits: true }
const NEVER_READY = { becomesReady: false, stops: true }
const NEVER_STOPS = { becomesReady: true, stops: false }

/** Ends as soon as it has begun, as with invalid settings. */
const CRASHES = { ...NEVER_READY, crashes: true }

const program = (
  name: string,
  log: string,
  { becomesReady, stops, reports, crashes, waits }: Build,
) => `
  import { appendFileSync, existsSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  const note = (event) => appendFileSync(${JSON.stringify(log)}, '${name} ' + event + '\\n')
  const ask = (ask, kind) => process.send({ gatehouse: [{ ask, kind, body: null }] })
  process.on('message', async ({ gatehouse }) => {
    for (const entry of gatehouse) {
      if (entry.answer === 1) {
        note('begun')
        if (${crashes ?? false}) process.exit(1)
        while (${waits ?? false} && !existsSync('${log}.released')) await sleep(20)
        if (${becomesReady}) ask(2, 'worker.ready')
        if (${reports ?? false}) ask(3, 'metrics.read-all')
      }
      if (entry.answer === 3) {
        const restarts = entry.value.flat().find(({ name }) => name === 'gatehouse_worker_restarts_total')
        note('restarts ' + restarts.values[0].value)
      }
      if (entry.kind !== 'worker.stop') continue
      note('stopped')
      if (${stops}) setTimeout(() => process.exit(0), 200)
    }
  })
  ask(1, 'worker.begin')`

/**
 * A fleet that starts its workers through a link, which `use` moves to another of the builds.
 * `events` tells when workers begin and are told to stop.
 */
function openFleet(builds: Record<string, Build>) {
  const folder = temporaryFolder()
  const log = join(folder, 'events')
  writeFileSync(log, '')
  for (const [name, build] of Object.entries(builds)) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'index.mjs'), program(name, log, build))
  }
  const link = join(folder, 'current')
  const use = (name: string) => {
    rmSync(link, { force: true })
    symlinkSync(join(folder, name), link)
  }
  use(Object.keys(builds)[0]!)
  const [own] = process.argv.splice(1, 1, join(link, 'index.mjs'))
  const fleet = new Fleet(folder)
  onTestFinished(async () => {
    process.argv.splice(1, 1, own!)
    vi.useRealTimers()
    for (const worker of Object.values(cluster.workers ?? {})) worker!.process.kill('SIGKILL')
    await fleet.stop(0)
  })
  const release = () => writeFileSync(`${log}.released`, '')
  const events = () => readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return { fleet, use, release, events, seen: () => expect.poll(events, { timeout: 10_000 }) }
}

const running = () => Object.keys(cluster.workers ?? {})

it('the log names the signal that ended a worker', async () => {
  const { fleet } = openFleet({ old: WORKS })
  const logged = vi.spyOn(logger(), 'error')
  onTestFinished(() => logged.mockRestore())
  await fleet.start(1)
  for (const worker of Object.values(cluster.workers ?? {})) worker!.process.kill('SIGKILL')
  await expect
    .poll(() => logged.mock.calls)
    .toContainEqual([expect.objectContaining({ code: null, signal: 'SIGKILL' }), 'a worker ended'])
})

it('the metrics count workers that crashed and were replaced, not those of a reload', async () => {
  const { fleet, use, events, seen } = openFleet({ old: REPORTS, broken: CRASHES })
  await fleet.start(1)
  await fleet.reload(1)
  use('broken')
  await fleet.reload(1)
  use('old')
  for (const crash of [1, 2]) {
    for (const worker of Object.values(cluster.workers ?? {})) worker!.process.kill('SIGKILL')
    await seen().toContain(`old restarts ${crash}`)
  }
  expect(events().filter((event) => event.includes('restarts'))).toEqual(
    [0, 0, 1, 2].map((count) => `old restarts ${count}`),
  )
})

describe('a stop', () => {
  it('asks a worker that is not ready yet, because it may have connections', async () => {
    const { fleet, events, seen } = openFleet({ old: NEVER_READY })
    const starting = fleet.start(1)
    await seen().toEqual(['old begun'])
    await fleet.stop(0)
    await starting
    expect(events()).toEqual(['old begun', 'old stopped'])
  })

  it('during a reload is not logged as a failed reload', async () => {
    const { fleet, use, seen } = openFleet({ old: WORKS, new: NEVER_READY })
    const logged = vi.spyOn(logger(), 'error')
    onTestFinished(() => logged.mockRestore())
    await fleet.start(1)
    use('new')
    const reloading = fleet.reload(1)
    await seen().toContain('new begun')
    await fleet.stop(0)
    await reloading
    expect(logged).not.toHaveBeenCalled()
  })

  it('is not undone by a reload', async () => {
    const { fleet, events, seen } = openFleet({ old: NEVER_READY })
    const starting = fleet.start(1)
    await seen().toEqual(['old begun'])
    const stopping = fleet.stop(0)
    void fleet.reload(1)
    await stopping
    await starting
    expect(running()).toEqual([])
    expect(events()).toEqual(['old begun', 'old stopped'])
  })
})

describe('a reload', () => {
  const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  it('starts the build that a link points to now', async () => {
    const { fleet, use, events } = openFleet({ old: WORKS, new: WORKS })
    await fleet.start(1)
    use('new')
    await fleet.reload(1)
    expect(events()).toEqual(['old begun', 'new begun', 'old stopped'])
    expect(running()).toHaveLength(1)
  })

  it('during the start waits for it, instead of replacing what is starting', async () => {
    const { fleet, events } = openFleet({ old: WORKS })
    const starting = fleet.start(1)
    void fleet.reload(1)
    await starting
    expect(events()).toEqual(['old begun', 'old begun', 'old stopped'])
    expect(running()).toHaveLength(1)
  })

  it('kills a worker that does not stop, so that later reloads still work', async () => {
    const { fleet, use, seen } = openFleet({ old: NEVER_STOPS, new: WORKS })
    await fleet.start(1)
    use('new')
    fakeTimers()
    const reloading = fleet.reload(1)
    await seen().toContain('old stopped')
    vi.advanceTimersByTime(AN_HOUR_MS)
    await reloading
    expect(running()).toHaveLength(1)
  })

  it('is given up if the first new worker does not become ready, and the old ones stay', async () => {
    const { fleet, use, events, seen } = openFleet({ old: WORKS, new: NEVER_READY, next: WORKS })
    await fleet.start(1)
    const before = running()
    use('new')
    fakeTimers()
    const reloading = fleet.reload(1)
    await seen().toContain('new begun')
    vi.advanceTimersByTime(AN_HOUR_MS)
    await reloading
    vi.useRealTimers()
    expect(running()).toEqual(before)
    use('next')
    await fleet.reload(1)
    expect(events()).toEqual(['old begun', 'new begun', 'next begun', 'old stopped'])
  })

  it.each([
    [1, 3],
    [2, 1],
  ])('that is given up keeps the number of workers at %i, not %i', async (size, other) => {
    const { fleet, use, events, seen } = openFleet({ old: WORKS, broken: CRASHES })
    await fleet.start(size)
    use('broken')
    await fleet.reload(other)
    expect(events()).toContain('broken begun')
    use('old')
    cluster.workers![running()[0]!]!.process.kill('SIGKILL')
    await seen().toEqual(expect.objectContaining({ length: size + 2 }))
    expect(events().filter((event) => event === 'old begun')).toHaveLength(size + 1)
    expect(running()).toHaveLength(size)
  })

  it('to fewer workers also ends those that replaced workers that crashed meanwhile', async () => {
    const { fleet, use, release, events, seen } = openFleet({ old: WORKS, new: WAITS })
    await fleet.start(3)
    use('new')
    const reloading = fleet.reload(1)
    await seen().toContain('new begun')
    for (const id of running().slice(0, 2)) cluster.workers![id]!.process.kill('SIGKILL')
    await expect
      .poll(() => events().filter((event) => event === 'new begun'), { timeout: 10_000 })
      .toHaveLength(2)
    release()
    await reloading
    expect(running()).toHaveLength(1)
  })
})
