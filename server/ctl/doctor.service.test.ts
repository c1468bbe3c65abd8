import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database, db } from '@/lib/platform/db/database'
import { describeOnServer } from '@/tests/kit/describe-if'
import { freePort } from '@/tests/kit/free-port'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useTestDatabase } from '@/tests/kit/test-database'

interface Report {
  healthy: boolean
  findings: { check: string; state: string; message: string }[]
}

/** The exit code, the state of each check, and its message. */
async function doctor(env: Record<string, string>, folder?: string, ...args: string[]) {
  const run = await runGatehousectl(['doctor', '--json', ...args], { env, folder })
  const { healthy, findings } = JSON.parse(run.stdout) as Report
  const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]))
  const messages = Object.fromEntries(findings.map(({ check, message }) => [check, message]))
  return { code: run.code, healthy, states, messages }
}

describeOnServer('gatehousectl doctor with PostgreSQL', () => {
  let service: ServiceProcess
  let env: Record<string, string>
  useTestDatabase()
  beforeAll(async () => {
    env = {
      DATABASE_URL: database().pool.options.connectionString!,
      AUTH_JWT_SECRET: 'the-signing-secret-of-the-doctor-0123456789',
      AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    service = await startService({ env })
    env.PORT = String(service.port)
  }, 120_000)
  afterAll(() => service?.stop())

  it('finds a running service healthy', async () => {
    expect(await doctor(env)).toMatchObject({
      code: 0,
      healthy: true,
      states: {
        settings: 'ok',
        database: 'ok',
        replica: 'skipped',
        version: 'ok',
        keys: 'ok',
        clock: 'ok',
        instances: 'ok',
        mail: 'ok',
        redis: 'skipped',
        tls: 'skipped',
        address: 'ok',
        proxy: 'ok',
      },
    })
  })

  it('finds what keeps users out in production', async () => {
    const wrong = { ...productionEnvironment(env.DATABASE_URL!), TRUST_PROXY_HOPS: '0' }
    const port = await freePort()
    const { code, healthy, states } = await doctor({
      ...wrong,
      APP_BASE_URL: `https://127.0.0.1:${port}`,
    })
    expect({ code, healthy }).toEqual({ code: 1, healthy: false })
    expect(states).toMatchObject({
      database: 'ok',
      mail: 'failed',
      tls: 'failed',
      address: 'failed',
      proxy: 'failed',
    })
  })

  it.each([
    [200, 'another service'],
    [502, 'returned 502'],
  ])('finds a proxy that returns %i', async (status, message) => {
    const proxy = createServer((_, response) => {
      response.writeHead(status).end(JSON.stringify({ issuer: 'http://other.test' }))
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const report = await doctor({ ...env, PORT: String(port) })
    proxy.close()
    expect(report).toMatchObject({ code: 1, states: { address: 'failed' } })
    expect(report.messages.address).toContain(message)
  })

  it('names a second instance that has another key', async () => {
    const other = await startService({
      env: {
        ...env,
        PORT: String(await freePort()),
        AUTH_JWT_ISSUER: service.url.replace('127.0.0.1', 'localhost'),
        AUTH_JWT_SECRET: 'the-signing-secret-of-another-instance-0123',
      },
    })
    const during = await doctor(env)
    await other.stop()
    expect(during).toMatchObject({ code: 1, states: { instances: 'failed' } })
    // Either of them may be named first.
    expect(during.messages.instances).toContain(`:${service.port}, this command)`)
    expect(during.messages.instances).toContain(`:${other.port})`)
    expect(during.messages.instances).toContain('Start all instances with the same one.')
    expect(await doctor(env)).toMatchObject({ code: 0, states: { instances: 'ok' } })
  })

  it('sends a test email', async () => {
    const receiver = await startSmtpReceiver()
    const mail = { SMTP_URL: receiver.url, MAIL_FROM: 'Gatehouse <a@example.org>' }
    const report = await doctor({ ...env, ...mail }, undefined, '--mail-to', 'root@example.org')
    await receiver.close()
    expect(report).toMatchObject({ code: 0, states: { mail: 'ok' } })
    expect(receiver.mails.map(({ envelope }) => envelope)).toEqual([
      { from: 'a@example.org', to: ['root@example.org'] },
    ])
  })

  it('reports a test email that could not be sent', async () => {
    const port = await freePort()
    const mail = {
      SMTP_URL: `smtp://ada:hush-hush@127.0.0.1:${port}`,
      MAIL_FROM: 'Gatehouse <a@example.org>',
    }
    const args = ['--mail-to', 'root@example.org']
    const report = await doctor({ ...env, ...mail }, undefined, ...args)
    expect(report).toMatchObject({ code: 1, states: { mail: 'failed', address: 'ok' } })
    expect(report.messages.mail).toContain(`SMTP, 127.0.0.1:${port}: `)
    expect(report.messages.mail).not.toContain('hush-hush')
  })

  it('does not take its own test email for one of the service', async () => {
    const receiver = await startSmtpReceiver()
    const from = { MAIL_FROM: 'Gatehouse <a@example.org>' }
    const right = { ...env, ...from, SMTP_URL: receiver.url }
    const wrong = { ...right, SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }
    const before = await db().providerHealth.findMany()
    await doctor(wrong, undefined, '--mail-to', 'root@example.org')
    await doctor(right, undefined, '--mail-to', 'root@example.org')
    await receiver.close()
    expect(receiver.mails).toHaveLength(1)
    expect(await db().providerHealth.findMany()).toEqual(before)
  })

  it('names the option with an invalid address, and sends nothing', async () => {
    const run = await runGatehousectl(['doctor', '--mail-to', 'nonsense'], { env })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('  --mail-to: ')
  })

  it('finds a database of another version', async () => {
    await db().$executeRaw`
      UPDATE _prisma_migrations SET migration_name = '99990101000000_future'
      WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`
    const { code, states, messages } = await doctor(env)
    expect({ code, state: states.version }).toEqual({ code: 1, state: 'failed' })
    expect(messages.version).toContain('newer')
  })

  it('says that the database is away', async () => {
    const url = `postgres://nobody@127.0.0.1:${await freePort()}/none`
    const { code, states, messages } = await doctor({ ...env, DATABASE_URL: url })
    expect({ code, state: states.database }).toEqual({ code: 1, state: 'failed' })
    expect(messages.database).toMatch(/^Can't reach database server at .+$/)
    expect(states).not.toHaveProperty('clock')
  })
})

describe('gatehousectl doctor without PostgreSQL', () => {
  it('leaves the embedded database to the running service', async () => {
    const service = await startService()
    const report = await doctor({ PORT: String(service.port) }, service.folder)
    await service.stop()
    expect(report).toMatchObject({ code: 0, states: { database: 'skipped', address: 'ok' } })
  })

  it('names every invalid setting and writes nothing', async () => {
    const folder = temporaryFolder()
    const run = await runGatehousectl(['doctor', '--json'], {
      folder,
      env: { PORT: 'x', LOG_LEVEL: 'loud' },
    })
    expect(run.code).toBe(1)
    expect(JSON.parse(run.stdout)).toEqual({
      healthy: false,
      findings: [
        { check: 'settings', state: 'failed', message: expect.stringContaining('PORT') as string },
        { check: 'settings', state: 'failed', message: expect.stringContaining('LOG') as string },
      ],
    })
    expect(readdirSync(folder)).toEqual([])
  })
})
