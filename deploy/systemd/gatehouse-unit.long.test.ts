import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import {
  killSandboxed,
  missingForSandbox,
  permittedCalls,
  sandboxed,
} from '@/deploy/systemd/unit-sandbox'
import { syncCatalog } from '@/lib/access/catalog'
import { database } from '@/lib/platform/db/database'
import { describeIf, describeOnServer } from '@/tests/kit/describe-if'
import { freePort } from '@/tests/kit/free-port'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { humanToken, startBotCheckStandIn } from '@/tests/kit/stand-ins/bot-check-stand-in'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const missing = missingForSandbox()
const VIA_PROXY = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

/** Starts the build as the unit does, and resolves when it is ready. */
async function startAsUnit(env: Record<string, string>) {
  const [file, ...args] = sandboxed([process.execPath, resolve('dist/server/index.mjs')])
  const child = spawn(file!, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATA_DIR: '/var/lib/gatehouse',
      ...env,
    },
  })
  const endWithUs = () => killSandboxed(child)
  process.once('exit', endWithUs)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = `http://127.0.0.1:${env.PORT}`
  const stop = async () => {
    const ended = child.exitCode === null && once(child, 'exit')
    killSandboxed(child)
    await ended
    process.off('exit', endWithUs)
  }
  try {
    await until('the service is ready', 120_000, async () => {
      if (child.exitCode !== null) throw new Error(`it ended\n${output}`)
      return fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    })
  } catch (error) {
    await stop()
    throw new Error(output, { cause: error })
  }
  return { url, output: () => output, stop }
}

describeIf(missing === null, missing ?? '')('the systemd unit', () => {
  describeOnServer('on this kernel', () => {
    useSettings()
    useTestDatabase()
    beforeAll(() => syncCatalog(new Date()))

    it.each(['1', '2'])(
      'permits what the service needs to start and sign in a user, with %s workers',
      async (workers) => {
        const { email } = await makeUser()
        const botCheck = await startBotCheckStandIn()
        const env = productionEnvironment(database().pool.options.connectionString!)
        const service = await startAsUnit({
          ...env,
          ...botCheck.env,
          PORT: String(await freePort()),
          WORKERS: workers,
        })
        try {
          const page = await fetch(`${service.url}/auth/login`, { headers: VIA_PROXY })
          expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')])
          const answer = await fetch(`${service.url}/api/v1/auth/login`, {
            method: 'POST',
            headers: { ...VIA_PROXY, 'content-type': 'application/json' },
            body: JSON.stringify({
              email,
              password: PASSWORD,
              botcheck_token: humanToken({ hostname: new URL(env.APP_BASE_URL!).hostname }),
            }),
          })
          expect([answer.status, await answer.json()]).toEqual([
            200,
            expect.objectContaining({ access_token: expect.any(String) as string }),
          ])
          expect(service.output()).not.toMatch(/EPERM|EACCES|EROFS|ENOSYS/)
        } finally {
          await service.stop()
          await botCheck.close()
        }
      },
    )
  })

  it('forbids what an intruder would try', () => {
    const attempt = `import ctypes, errno, os, socket
def failure(call):
    try:
        call()
    except OSError as error:
        return errno.errorcode[error.errno]
libc = ctypes.CDLL(None, use_errno=True)
def libc_call(name, *args):
    if getattr(libc, name)(*args) < 0:
        raise OSError(ctypes.get_errno(), name)
print(
    failure(lambda: open('/etc/hosts', 'a')),
    bool(os.statvfs('/etc').f_flag & os.ST_RDONLY),
    failure(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)),
    failure(lambda: libc_call('unshare', 0x10000000)),
    failure(lambda: libc_call('mount', b'x', b'/tmp', b'tmpfs', 0, None)),
    failure(lambda: libc_call('ptrace', 16, 1, 0, 0)),
    os.path.exists('/dev/sda') or os.path.exists('/dev/vda') or os.path.exists('/dev/mem'),
    os.path.exists('/proc/sys'),
)`
    const [file, ...args] = sandboxed(['/usr/bin/python3', '-c', attempt])
    const { stdout, stderr } = spawnSync(file!, args, { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.trim()).toBe('EACCES True EAFNOSUPPORT EPERM EPERM EPERM False False')
  })

  it('would not start if a call that Node.js needs were missing', () => {
    const calls = permittedCalls().filter((call) => call !== 'epoll_pwait')
    const [file, ...args] = sandboxed([process.execPath, '-e', 'setTimeout(() => 0, 5)'], calls)
    expect(spawnSync(file!, args).status).not.toBe(0)
  })
})
