import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { database } from '@/lib/platform/db/database'
import { parseAnswer, RawConnection } from '@/tests/kit/raw-request'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'

const BODY = JSON.stringify({ email: 'nobody@example.org', password: 'x' })

/** Starts sooner on a PostgreSQL server than on the embedded database. */
const usesServer = inject('testServerUrl') !== ''
if (usesServer) useTestDatabase()
const onServer = () => ({
  DATABASE_URL: database().pool.options.connectionString!,
  // The database of all tests counts their failed sign-ins.
  AUTH_MAX_LOGIN_ATTEMPTS: '1000',
})

let service: ServiceProcess
beforeEach(async () => {
  service = await startService(usesServer ? { env: onServer() } : {})
})
afterEach(() => service.kill9())

/** A request that has arrived halfway. */
function begun(): RawConnection {
  return new RawConnection(service.port).send(
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 5)}`,
  )
}
const refused = () =>
  fetch(`${service.url}/healthz`).then(
    () => false,
    () => true,
  )

describe('a stop', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s lets running requests finish',
    async (signal) => {
      const request = begun()
      const idle = new RawConnection(service.port).send(
        'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
      )
      await until('the idle connection is answered', 5000, () => idle.received().includes('200 OK'))
      service.child.kill(signal)
      await until('new connections are refused', 5000, refused)
      await idle.untilClosed()
      request.send(BODY.slice(5))
      const answer = parseAnswer(await request.untilClosed())
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([401, 'invalid_credentials'])
      expect(answer.headers.connection).toBe('close')
      expect(await service.exitCode()).toBe(0)
    },
  )

  it('exits immediately when requested again', async () => {
    begun()
    const repeatedSignal = setInterval(() => service.child.kill('SIGINT'), 300)
    expect(await service.exitCode()).toBe(130)
    clearInterval(repeatedSignal)
  })

  it('counts two quick requests as one, as npm forwards Ctrl-C', async () => {
    const request = begun()
    // Connections are accepted in order: when this one is answered, the half request has arrived
    // too.
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    service.child.kill('SIGINT')
    service.child.kill('SIGINT')
    await until('new connections are refused', 5000, refused)
    request.send(BODY.slice(5))
    expect(parseAnswer(await request.untilClosed()).status).toBe(401)
    expect(await service.exitCode()).toBe(0)
  })

  it('queues an email again that the mail server keeps waiting, instead of leaving it locked', async () => {
    await service.stop()
    const hanging = createServer((socket) => void socket.on('error', () => undefined))
    await once(hanging.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void hanging.close())
    const { port } = hanging.address() as AddressInfo
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'no-reply@example.org' }
    service = await startService({ env: { ...(usesServer && onServer()), ...env } })
    const connected = once(hanging, 'connection')
    await fetch(`${service.url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'waits@example.org', password: 'violet kettle marathon 42' }),
    })
    await connected
    expect(await service.stop()).toBe(0)
    expect(service.output()).toContain('a job failed and will be tried again')
    expect(service.output()).not.toContain('the database is not open')
  })

  it('leaves a folder that can be started again', async () => {
    await service.stop()
    service = await startService()
    expect(await service.stop()).toBe(0)
    service = await startService({ folder: service.folder })
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  })
})

describe('a closed terminal', () => {
  it('does not end the service', async () => {
    service.child.stdout?.destroy()
    service.child.stderr?.destroy()
    for (let i = 0; i < 3; i++) {
      const answer = await fetch(`${service.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: BODY,
      })
      expect(answer.status).toBe(401)
    }
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  })
})
