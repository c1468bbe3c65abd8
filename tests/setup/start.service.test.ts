import { statSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const running: ServiceProcess[] = []
const start = async (...args: Parameters<typeof startService>) => {
  const service = await startService(...args)
  running.push(service)
  return service
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.kill9()))
})

describe('a start without settings', () => {
  it('creates everything it needs under .data, for its owner only, and prints where things are', async () => {
    const service = await start({ firstStart: true })
    expect(service.output()).toContain(`Gatehouse is ready: http://localhost:${service.port}`)
    expect(service.output()).toContain(join(service.folder, '.data'))
    expect(statSync(join(service.folder, '.data')).mode & 0o777).toBe(0o700)
    expect(statSync(join(service.folder, '.data/secrets.json')).mode & 0o777).toBe(0o600)
  })

  it('keeps its secrets between starts', async () => {
    const first = await start()
    const file = join(first.folder, '.data/secrets.json')
    const before = readFileSync(file, 'utf8')
    expect(await first.stop()).toBe(0)
    await start({ folder: first.folder })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('reads .env of the working directory, overridden by the environment', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.env'), 'DATA_DIR=elsewhere\nPORT=1\nAUTH_ACESS_TOKEN_TTL=5m\n')
    const service = await start({ folder })
    expect(existsSync(join(folder, 'elsewhere/secrets.json'))).toBe(true)
    expect(service.port).not.toBe(1)
    expect(service.output()).toMatch(
      /"level":"warn".*AUTH_ACESS_TOKEN_TTL .*AUTH_ACCESS_TOKEN_TTL\?/,
    )
  })
})

describe('invalid settings', () => {
  it('abort the start with one line per error, before anything is created', async () => {
    const service = await start({
      env: { APP_ENV: 'production', AUTH_JWT_SECRET: 'short', AUTH_ACCESS_TOKEN_TTL: 'soon' },
      firstStart: true,
      waitUntilReady: false,
    })
    expect(await service.exitCode()).toBe(1)
    const lines = service.output().trim().split('\n')
    expect(lines).toContain('AUTH_ACCESS_TOKEN_TTL is not a duration such as 900, 15m, 12h, or 30d')
    expect(lines).toContain('AUTH_JWT_SECRET must have at least 32 characters')
    expect(lines).toContain('DATABASE_URL must be set in production')
    expect(existsSync(join(service.folder, '.data'))).toBe(false)
  })

  it('every setting that production lacks, and never a value', async () => {
    const service = await start({
      env: { APP_ENV: 'production', AUTH_JWT_SECRET: 'hush-hush' },
      waitUntilReady: false,
    })
    expect(await service.exitCode()).toBe(1)
    const lines = service.output().trim().split('\n')
    for (const name of Object.keys(productionEnvironment('x')).filter(
      (key) => !/^(APP_ENV|HOST|MAIL)/.test(key),
    ))
      expect(lines.filter((line) => line.startsWith(name))).toHaveLength(1)
    expect(service.output()).not.toContain('hush-hush')
  })

  it('prevent production emails from an invented sender', async () => {
    const { MAIL_DRIVER: _, ...env } = productionEnvironment('postgresql://127.0.0.1:1/none')
    const service = await start({
      env: { ...env, SMTP_URL: 'smtp://127.0.0.1:1' },
      waitUntilReady: false,
    })
    expect(await service.exitCode()).toBe(1)
    expect(service.output().trim()).toBe('MAIL_FROM must be set in production')
  })

  it('keep local mode on the loopback interface', async () => {
    const service = await start({ env: { HOST: '0.0.0.0' }, waitUntilReady: false })
    expect(await service.exitCode()).toBe(1)
    expect(service.output().trim()).toBe('HOST must be a loopback address while APP_ENV=local')
  })

  it('leave the API to the gateway in production, which reads no large body of a stranger', async () => {
    const service = await start({
      env: productionEnvironment('postgresql://127.0.0.1:1/none'),
      args: ['--api-served-by=next'],
      waitUntilReady: false,
    })
    expect(await service.exitCode()).toBe(1)
    expect(service.output().trim()).toBe('--api-served-by=next needs APP_ENV=local')
  })

  it('report a damaged secrets.json instead of replacing it', async () => {
    const folder = temporaryFolder()
    const first = await start({ folder })
    await first.stop()
    writeFileSync(join(folder, '.data/secrets.json'), '{"jwtSecret":"x')
    const second = await start({ folder, waitUntilReady: false })
    expect(await second.exitCode()).toBe(1)
    expect(second.output()).toContain('damaged secrets.json')
    expect(readFileSync(join(folder, '.data/secrets.json'), 'utf8')).toBe('{"jwtSecret":"x')
  })
})

describe('a resource already in use', () => {
  it('refuses a second start in the same folder with one clear line', async () => {
    const first = await start()
    const second = await start({ folder: first.folder, waitUntilReady: false })
    expect(await second.exitCode()).toBe(1)
    expect(second.output().trim()).toMatch(
      /^another Gatehouse \(process \d+\) is using .*\/\.data\/db; stop it first/,
    )
    expect(second.output()).toContain(String(first.child.pid))
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  it('reports a port in use, and releases the folder', async () => {
    const first = await start()
    const folder = temporaryFolder()
    const second = await start({ folder, env: { PORT: String(first.port) }, waitUntilReady: false })
    expect(await second.exitCode()).toBe(1)
    expect(second.output()).toContain(`PORT ${first.port} on 127.0.0.1 cannot be used`)
    await start({ folder })
  })
})
