import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { database, db } from '@/lib/platform/db/database'
import { describeIf, describeOnServer } from '@/tests/kit/describe-if'
import { freePort } from '@/tests/kit/free-port'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { productionEnvironment } from '@/tests/kit/production-environment'
import {
  type Certificate,
  isInstalled,
  makeCertificate,
  RECIPES,
  startProxy,
} from '@/tests/kit/reverse-proxies'
import { insertRole } from '@/tests/kit/roles'
import {
  type BotCheckStandIn,
  humanToken,
  startBotCheckStandIn,
} from '@/tests/kit/stand-ins/bot-check-stand-in'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const run = promisify(execFile)
const NAME = 'id.example.org'
/** The client, who is not the proxy: all of 127.0.0.0/8 is this machine. */
const CLIENT = '127.0.0.7'
const FORGED = [
  'x-forwarded-for: 203.0.113.66',
  'x-real-ip: 203.0.113.66',
  'forwarded: for=203.0.113.66',
]
/** Not an administrator, who could only set up two-step verification. */
const CREDENTIALS = { email: 'user@example.org', password: PASSWORD }
const METRICS_TOKEN = 'the-token-of-the-proxy-test-0123456789abcdef'

describeOnServer('two workers behind', () => {
  let service: ServiceProcess
  let certificate: Certificate
  let botCheck: BotCheckStandIn
  let https: number
  let http: number
  const folder = temporaryFolder()
  const logs = { accessLog: join(folder, 'access.log'), errorLog: join(folder, 'error.log') }
  useSettings()
  useTestDatabase()
  beforeAll(async () => {
    https = await freePort()
    http = await freePort()
    certificate = makeCertificate(NAME)
    botCheck = await startBotCheckStandIn()
    const env = {
      ...productionEnvironment(database().pool.options.connectionString!),
      ...botCheck.env,
      APP_BASE_URL: `https://${NAME}:${https}`,
      WORKERS: '2',
      METRICS_TOKEN,
    }
    service = await startService({ env })
    await makeUser({ admin: true })
    const { id } = await makeUser({ email: CREDENTIALS.email })
    await insertRole('uploader', ['uploads:create'], [id])
    writeFileSync(join(folder, 'large.txt'), 'large\n'.repeat(1_600_000))
    writeFileSync(join(folder, 'too-large.txt'), 'large\n'.repeat(2_200_000))
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    await botCheck?.close()
  })

  const curl = (path: string, ...args: string[]) => curlAt(https, path, ...args)

  /** Asks through the proxy at a port, from the client's address. */
  async function curlAt(port: number, path: string, ...args: string[]) {
    const { stdout } = await run('curl', [
      ...['-s', '--cacert', certificate.cert, '--interface', CLIENT, '--max-time', '30'],
      ...['--resolve', `${NAME}:${port}:127.0.0.1`, '-w', '\n%{http_code}', ...args],
      `https://${NAME}:${port}${path}`,
      // A proxy may refuse a body and cut the stream before curl has sent all of it.
    ]).catch((error: unknown) => error as { stdout: string })
    const [, body, status] = /^([^]*)\n(\d+)$/.exec(stdout)!
    return { status: Number(status), body: body! }
  }
  const logged = (proxy: { output: () => string }) =>
    [proxy.output(), ...Object.values(logs).map((file) => readFileSync(file, 'utf8'))].join('')
  const field = (body: string, name: string) => (JSON.parse(body) as Record<string, string>)[name]!
  const withToken = (token: string) => ['-H', `authorization: Bearer ${token}`]

  async function signIn(...headers: string[]) {
    const { status, body } = await curl(
      '/api/v1/auth/login',
      ...['-H', 'content-type: application/json', ...headers.flatMap((one) => ['-H', one])],
      ...['-d', JSON.stringify({ ...CREDENTIALS, botcheck_token: humanToken({ hostname: NAME }) })],
    )
    expect(status, body).toBe(200)
    return field(body, 'access_token')
  }

  /** The first frame that arrives over a WebSocket through the proxy. */
  function firstFrame(ticket: string): Promise<unknown> {
    const url = `wss://127.0.0.1:${https}/api/v1/ws?access_token=${ticket}`
    const tls = { ca: readFileSync(certificate.cert), servername: NAME }
    const headers = { host: `${NAME}:${https}` }
    const socket = new WebSocket(url, { ...tls, headers })
    return new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('message', (frame: Buffer) => {
        socket.close()
        resolve(JSON.parse(frame.toString()))
      })
    })
  }

  for (const [name, recipe] of Object.entries(RECIPES))
    describeIf(isInstalled(recipe), `no ${name}`)(name, () => {
      let proxy: ReturnType<typeof startProxy>
      beforeAll(async () => {
        for (const log of Object.values(logs)) writeFileSync(log, '')
        proxy = startProxy(recipe, { https, http, service: service.port, certificate, ...logs })
        const ready = async () => (await curl('/readyz')).status === 200
        await until(`${name} answers`, 15_000, ready)
      })
      afterAll(() => proxy.stop())

      it('shows the sign-in page, and no metrics even with their token', async () => {
        const page = await curl('/auth/login')
        expect(page.status).toBe(200)
        expect(page.body).toContain('<form')
        for (const path of ['/metrics', '/%6Detrics'])
          expect((await curl(path, ...withToken(METRICS_TOKEN))).status).toBe(404)
      })

      it('records the address of the client, whatever its headers claim', async () => {
        const before = new Date()
        await signIn()
        for (const header of FORGED) await signIn(header)
        await signIn('x-forwarded-for: 203.0.113.66, 203.0.113.67')
        const records = await db().auditRecord.findMany({
          where: { action: 'session.created', occurredAt: { gte: before } },
        })
        expect(records.map(({ ip }) => ip)).toEqual(Array(5).fill(CLIENT))
      })

      it('logs no token of a link', async () => {
        const secret = `secret-of-${name}`
        await curl(`/auth/reset-password?token=${secret}`)
        const log = () => logged(proxy)
        // Caddy logs no requests unless it is told to.
        const isLogged = () => name === 'caddy' || log().includes('/auth/reset-password')
        await until('the request is logged', 5000, isLogged)
        expect(log()).not.toContain(secret)
      })

      it('logs no token of a link while the service is down', async () => {
        const port = await freePort()
        const down = { https: port, http: await freePort(), service: await freePort() }
        const other = startProxy(recipe, { ...down, certificate, ...logs })
        const secret = `secret-while-down-${name}`
        const isRefused = async () =>
          [502, 503].includes((await curlAt(port, `/auth/reset-password?token=${secret}`)).status)
        await until(`${name} answers`, 15_000, isRefused)
        await other.stop()
        expect(logged(other)).toContain('/auth/reset-password')
        expect(logged(other)).not.toContain(secret)
      })

      it('passes WebSockets on', async () => {
        const token = withToken(await signIn())
        const { body } = await curl('/api/v1/ws/ticket', '-X', 'POST', ...token)
        expect(await firstFrame(field(body, 'ticket'))).toMatchObject({ event: 'inbox.updated' })
      })

      it('passes the largest uploads on, and refuses larger ones', async () => {
        const token = withToken(await signIn())
        const upload = (file: string) =>
          curl('/api/v1/uploads', ...token, '-F', `file=@${join(folder, file)};type=text/plain`)
        expect((await upload('large.txt')).status).toBe(201)
        expect((await upload('too-large.txt')).status).toBe(413)
      })
    })
})
