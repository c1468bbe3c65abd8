import cluster from 'node:cluster'
import { expect, it, onTestFinished } from 'vitest'
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
