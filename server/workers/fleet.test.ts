import cluster from 'node:cluster'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '@/lib/testing/temporary-folder'
import { Fleet } from '@/server/workers/fleet'

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

describe('a stop', () => {
  /** A fleet whose workers never become ready; `events` tells when they begin and are told to stop. */
  function openFleet() {
    const folder = temporaryFolder()
    const log = join(folder, 'events')
    writeFileSync(log, '')
    writeFileSync(
      join(folder, 'index.mjs'),
      `import { appendFileSync } from 'node:fs'
      const note = (event) => appendFileSync(${JSON.stringify(log)}, event + '\\n')
      process.on('message', ({ gatehouse }) => {
        for (const entry of gatehouse) {
          if ('answer' in entry) note('begun')
          if (entry.kind !== 'worker.stop') continue
          note('stopped')
          setTimeout(() => process.exit(0), 500)
        }
      })
      process.send({ gatehouse: [{ ask: 1, kind: 'worker.begin', body: null }] })`,
    )
    const [program] = process.argv.splice(1, 1, join(folder, 'index.mjs'))
    onTestFinished(() => void process.argv.splice(1, 1, program!))
    const fleet = new Fleet(folder)
    const events = () => readFileSync(log, 'utf8').split('\n').filter(Boolean)
    return { fleet, events, begun: () => expect.poll(events, { timeout: 10_000 }) }
  }

  it('asks a worker that is not ready yet, because it may have connections', async () => {
    const { fleet, events, begun } = openFleet()
    const starting = fleet.start(1)
    await begun().toEqual(['begun'])
    await fleet.stop(0)
    await starting
    expect(events()).toEqual(['begun', 'stopped'])
  })

  it('is not undone by a reload', async () => {
    const { fleet, events, begun } = openFleet()
    const starting = fleet.start(1)
    await begun().toEqual(['begun'])
    const stopping = fleet.stop(0)
    void fleet.reload(1)
    await stopping
    await starting
    expect(Object.keys(cluster.workers ?? {})).toEqual([])
    expect(events()).toEqual(['begun', 'stopped'])
  })
})
