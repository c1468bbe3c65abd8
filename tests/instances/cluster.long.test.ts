import { afterAll, beforeAll, expect, it } from 'vitest'
import { Cluster, missingPackages } from '@/tests/kit/cluster/cluster'
import { restartUnderLoad } from '@/tests/kit/cluster/rolling-restart'
import { describeIf } from '@/tests/kit/describe-if'

const missing = missingPackages()

describeIf(missing.length === 0, `no ${missing.join(', ')}`)('two instances behind HAProxy', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start()
  }, 180_000)
  afterAll(() => cluster?.stop())

  it('are restarted one after the other without a failed request or a sign-out', async () => {
    const { requests, failures, signOuts, reconnects } = await restartUnderLoad(cluster)
    expect(failures).toEqual([])
    expect(signOuts).toBe(0)
    expect(requests).toBeGreaterThan(500)
    // Each connection was open to an instance that stopped.
    expect(reconnects).toBeGreaterThanOrEqual(8)
  })
})
