import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { copyTemplate } from '@/tests/kit/test-server'
import { until } from '@/tests/kit/until'

/** The running service, and what tests need from outside of it. */
export interface Service {
  url: string
  process: ServiceProcess
  /**
   * The link of the newest email with such a link to an address, read from the terminal, where
   * local mode prints emails.
   */
  mailedLink(
    email: string,
    path:
      | 'verify-email'
      | 'reset-password'
      | 'confirm-email'
      | 'confirm-sign-in'
      | 'email-code/link'
      | 'invitation'
      | 'not-me',
  ): Promise<string>
  /** The one-time link that creates the first administrator. */
  setupLink(): string
  api(path: string, body: object): Promise<Response>
}

interface Running {
  service: Service
  isShared: boolean
  stop: () => Promise<void>
}

/** The name of the shared service with an administrator. */
const SHARED = 'administrator'

/**
 * The services of a worker: those shared by files, and at most one other, which ends when a file
 * needs another one. A worker and its browser are not replaced, as they would be if these options
 * were the worker's.
 */
export class Services {
  readonly #running = new Map<string, Running>()

  async withOptions(name: string, env: Record<string, string>): Promise<Service> {
    const key = JSON.stringify([name, env])
    const running = this.#running.get(key) ?? (await this.#start(key, name, env))
    return running.service
  }

  async #start(key: string, name: string, env: Record<string, string>): Promise<Running> {
    const isPlain = Object.keys(env).length === 0
    const isShared = isPlain && (name === '' || name === SHARED)
    if (!isShared) await this.#stopWhere(({ isShared }) => !isShared)
    const usesServer = !env.DATABASE_URL && !(isPlain && name === '')
    const running = { isShared, ...(await run(env, usesServer ? await ownDatabase() : null)) }
    this.#running.set(key, running)
    return running
  }

  stop(): Promise<void> {
    return this.#stopWhere(() => true)
  }

  async #stopWhere(ends: (running: Running) => boolean): Promise<void> {
    for (const [key, running] of this.#running)
      if (ends(running)) {
        this.#running.delete(key)
        await running.stop()
      }
  }
}

/** Without a database, on the one that the settings name, or the embedded one. */
async function run(
  serviceEnv: Record<string, string>,
  database: Awaited<ReturnType<typeof ownDatabase>>,
): Promise<Omit<Running, 'isShared'>> {
  const env = {
    ...(database && { DATABASE_URL: database.url }),
    AUTH_IP_RATE_LIMIT: '100000/1m',
    AUTH_USER_RATE_LIMIT: '100000/1m',
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000',
    ...serviceEnv,
  }
  const service = await startService({ env })
  return {
    service: asService(service),
    stop: async () => {
      await service.stop()
      await database?.drop()
    },
  }
}

/**
 * A database for a service with options, if PostgreSQL is installed: the service starts faster
 * there than on the embedded one.
 */
async function ownDatabase() {
  const { E2E_SERVER_URL: url = '', E2E_TEMPLATE: template = '' } = process.env
  return url === '' ? null : copyTemplate({ url, template })
}

function asService(running: ServiceProcess): Service {
  const url = `http://localhost:${running.port}`
  return {
    url,
    process: running,
    mailedLink: (email, path) =>
      until(`a mail to ${email}`, 10_000, () => {
        const mails = running.output().split('Mail to ').slice(1)
        const mine = mails.filter((mail) => mail.startsWith(`${email}\n`))
        const link = new RegExp(`${url}/auth/${path}\\?token=[\\w-]+`)
        return mine.map((mail) => link.exec(mail)?.[0]).findLast((found) => found !== undefined)
      }),
    setupLink: () => /http:\S+\/auth\/setup\?token=[\w-]+/.exec(running.output())?.[0] ?? '',
    api: (path, body) =>
      fetch(`${url}/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}
