import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { RawConnection } from '@/tests/kit/raw-request'
import { until } from '@/tests/kit/until'
import { drainable, stopWithinMs } from '@/server/gateway/draining'

it('a stop cuts a connection that switched protocols and that no one else closes', async () => {
  const server = createServer()
  const drain = drainable(server)
  server.on('upgrade', (_req, socket) => socket.write('switched'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const client = new RawConnection((server.address() as AddressInfo).port)
  client.send('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
  await until('it has switched', 5000, () => client.received() === 'switched')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const options = { graceMs: 0, quietMs: 0 }
  await drain.begin(options)
  const finished = drain.finish(options)
  vi.advanceTimersByTime(stopWithinMs(0))
  await finished
  expect(await client.untilClosed()).toBe('switched')
})
