import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeIf } from '@/tests/kit/describe-if'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'

const DATABASE = 'database.gatehouse.test'
const MAIL = 'mail.gatehouse.test'
const BACK_WITHIN_MS = 30_000

function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const describeWithNames = describeIf(
  process.platform === 'linux' && canUnshare() && PostgresCluster.isInstalled(),
  'mount namespaces are refused, or no PostgreSQL to start',
)

/** A machine with its own names, whose name server does not answer. */
class OwnNames {
  readonly #hosts: string
  readonly node: string

  constructor() {
    const folder = temporaryFolder()
    this.#hosts = join(folder, 'hosts')
    const resolver = join(folder, 'resolv.conf')
    // Nothing listens there, so that every other name fails at once.
    writeFileSync(resolver, 'nameserver 127.0.0.1\noptions attempts:1 timeout:1\n')
    this.node = join(folder, 'node')
    const mounts = `mount --bind ${this.#hosts} /etc/hosts && mount --bind ${resolver} /etc/resolv.conf`
    writeFileSync(
      this.node,
      `#!/bin/sh\nexec unshare -m sh -c '${mounts} && exec ${process.execPath} "$@"' sh "$@"\n`,
    )
    chmodSync(this.node, 0o755)
    this.resolve(DATABASE)
  }

  /** From now on, only these names can be resolved. */
  resolve(...names: string[]): void {
    writeFileSync(
      this.#hosts,
      ['localhost', ...names].map((name) => `127.0.0.1 ${name}\n`).join(''),
    )
  }
}

describeWithNames('a name that cannot be resolved', () => {
  let names: OwnNames
  let cluster: PostgresCluster
  let mailServer: SmtpReceiver
  let service: ServiceProcess
  beforeAll(async () => {
    names = new OwnNames()
    cluster = (await PostgresCluster.create())!
    mailServer = await startSmtpReceiver()
    service = await startService({
      node: names.node,
      env: {
        DATABASE_URL: cluster.url.replace('127.0.0.1', DATABASE),
        SMTP_URL: `smtp://${MAIL}:${mailServer.port}?ignoreTLS=true`,
        MAIL_FROM: 'Gatehouse <id@gatehouse.test>',
      },
    })
  })
  afterAll(async () => {
    await service.kill9()
    await cluster.remove()
    await mailServer.close()
  })

  const register = (email: string) =>
    fetch(`${service.url}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'violet kettle marathon 42' }),
    })

  it('of the mail server delays emails until it can be resolved again', async () => {
    expect((await register('first@example.org')).status).toBe(202)
    const database = new pg.Client(cluster.url)
    await database.connect()
    await until('sending has failed', BACK_WITHIN_MS, async () => {
      const { rows } = await database.query(`SELECT FROM jobs WHERE last_error IS NOT NULL`)
      return rows.length > 0
    })
    await database.end()
    names.resolve(DATABASE, MAIL)
    await until('the email has arrived', BACK_WITHIN_MS, () => mailServer.mails.length > 0)
    expect(mailServer.mails.map(({ envelope }) => envelope.to)).toEqual([['first@example.org']])
  })

  it('of the database causes only 503s until it can be resolved again', async () => {
    names.resolve()
    // Open connections need no name.
    await cluster.stop()
    await cluster.start()
    await until('the connections are lost', BACK_WITHIN_MS, async () => {
      const answer = await register('second@example.org')
      return answer.status === 202 ? null : answer
    }).then(async (answer) => {
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    })
    for (let n = 0; n < 3; n++) expect((await register('third@example.org')).status).toBe(503)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
    names.resolve(DATABASE)
    await until('the service is ready again', BACK_WITHIN_MS, async () => {
      return (await fetch(`${service.url}/readyz`)).ok
    })
    await until('registrations are answered again', BACK_WITHIN_MS, async () => {
      return (await register('fourth@example.org')).status === 202
    })
  })
})
