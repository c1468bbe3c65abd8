// npm run image:check [-- IMAGE [CTL_IMAGE]]: builds the images of the service and of gatehousectl
// with buildah, then runs them as containers would be run, with PostgreSQL. With IMAGE, checks one
// that is already in buildah's storage. Set NODE_IMAGE and POSTGRES_IMAGE to build on other bases
// than the stand-ins (scripts/image-base.mjs).
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tsImport } from 'tsx/esm/api'
import { root } from './build-stamp.mjs'
import { baseImages } from './image-base.mjs'
import { buildah, openImage, run, start } from './image-run.mjs'

const READY_WITHIN_MS = 120_000
const NOT_IN_IMAGE = [
  ...['npm', 'npx', 'corepack', 'yarn'].map((name) => `usr/local/bin/${name}`),
  ...['gcc', 'cc', 'make', 'git', 'python3', 'curl'].map((name) => `usr/bin/${name}`),
  ...['typescript', 'esbuild', 'prisma', 'vitest', '@playwright', 'oxlint', 'tsx'].map(
    (name) => `app/node_modules/${name}`,
  ),
  ...['.env', '.git', '.data', 'lib', 'scripts', 'prisma/schema.prisma'].map(
    (name) => `app/${name}`,
  ),
]

const missing = missingTool()
if (missing) {
  console.error(`image:check did not run: ${missing}`)
  process.exit(1)
}
/** @type {typeof import('../tests/kit/postgres-cluster.ts')} */
const { PostgresCluster } = await tsImport('../tests/kit/postgres-cluster.ts', import.meta.url)
/** @type {typeof import('../tests/kit/production-environment.ts')} */
const { productionEnvironment } = await tsImport(
  '../tests/kit/production-environment.ts',
  import.meta.url,
)
if (!PostgresCluster.isInstalled()) {
  console.error(
    'image:check did not run: PostgreSQL missing; on Debian: apt-get install postgresql',
  )
  process.exit(1)
}
const [name, ctlName] = /** @type {[string, string?]} */ (
  process.argv.length > 2 ? process.argv.slice(2) : buildImages()
)
const image = openImage(name)
const ctlImage = ctlName === undefined ? null : openImage(ctlName)
const postgres = /** @type {import('../tests/kit/postgres-cluster.ts').PostgresCluster} */ (
  await PostgresCluster.create()
)
try {
  await check()
  if (ctlImage) await checkBackup(ctlImage)
} finally {
  await postgres.remove()
  for (const opened of [image, ctlImage]) opened?.close()
}

function missingTool() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux and root'
  const tools = ['buildah', 'unshare', 'setpriv', ...(haveBases() ? [] : ['mmdebstrap'])]
  const absent = tools.filter((tool) => spawnSync('which', [tool]).status !== 0)
  return absent.length > 0
    ? `${absent.join(', ')} missing; on Debian: apt-get install buildah mmdebstrap util-linux`
    : null
}

function haveBases() {
  return Boolean(process.env.NODE_IMAGE && process.env.POSTGRES_IMAGE)
}

/** Both images, the second of which is made from the first stages of the first one. */
function buildImages() {
  const bases = haveBases() ? null : baseImages()
  const args = {
    NODE_IMAGE: process.env.NODE_IMAGE ?? bases?.node,
    POSTGRES_IMAGE: process.env.POSTGRES_IMAGE ?? bases?.postgres,
  }
  const options = Object.entries(args).flatMap(([arg, base]) => ['--build-arg', `${arg}=${base}`])
  /** @param {string} tag @param {string[]} target */
  const build = (tag, ...target) => {
    const common = ['--isolation', 'chroot', '--format', 'docker', '--layers', ...options]
    const built = spawnSync('buildah', ['build', ...common, ...target, '--tag', tag, root], {
      stdio: 'inherit',
    })
    assert.equal(built.status, 0, `${tag} could not be built`)
    return tag
  }
  return [
    build('localhost/gatehouse:check'),
    build('localhost/gatehouse-ctl:check', '--target', 'ctl'),
  ]
}

/** @param {string} what */
function seen(what) {
  console.log(`✓ ${what}`)
}

async function check() {
  const { config, folder } = image
  assert.match(config.User, /^[1-9]\d*:[1-9]\d*$/)
  seen(`runs as ${config.User}, a number, as runAsNonRoot requires`)
  assert.deepEqual(
    config.Env.filter((line) => /SECRET|_KEY|PASSWORD|DATABASE_URL/.test(line)),
    [],
  )
  seen('carries no secret in its environment')
  assert.deepEqual(
    NOT_IN_IMAGE.filter((path) => existsSync(join(folder, path))),
    [],
  )
  seen('contains no build tools, sources or settings')
  await checkReadOnly()
  const bare = await run(image, config.Cmd)
  assert.equal(bare.code, 1)
  assert.match(bare.output, /AUTH_JWT_SECRET must be set in production/)
  seen('refuses to start without its secrets')
  await checkService()
  const [{ size }] = JSON.parse(buildah('images', '--json', name))
  seen(`size with its base: ${size}`)
}

/**
 * With the image for backups: backs up what the service left, and restores it.
 * @param {import('./image-run.mjs').OpenedImage} backupImage
 */
async function checkBackup(backupImage) {
  await postgres.run('CREATE DATABASE restored')
  const ctl = backupImage.config.Entrypoint.join(' ')
  const restored = new URL(postgres.url)
  restored.pathname = '/restored'
  const commands = [
    `${ctl} backup /backups/check`,
    `DATABASE_URL='${restored}' ${ctl} restore /backups/check`,
  ]
  const env = productionEnvironment(postgres.url)
  const { code, output } = await run(backupImage, ['sh', '-c', commands.join(' && ')], env)
  assert.equal(code, 0, output)
  assert.equal(backupImage.config.User, image.config.User)
  seen('backs up and restores, with the image for backups and the same user')
}

async function checkReadOnly() {
  const attempt = `const fs = require('node:fs')
    const write = (file) => { try { fs.writeFileSync(file, ''); return 'written' } catch (e) { return e.code } }
    console.log(process.getuid(), ['/app/x', '/x', '/data/x', '/tmp/x'].map(write).join(' '))`
  const { output } = await run(image, ['node', '-e', attempt])
  const uid = image.config.User.split(':')[0]
  assert.equal(output.trim(), `${uid} EROFS EROFS written written`)
  seen('cannot write outside /data and /tmp')
}

async function checkService() {
  const port = await freePort()
  const env = { ...productionEnvironment(postgres.url), HOST: '0.0.0.0', PORT: port }
  const [, ...healthCommand] = image.config.Healthcheck.Test
  assert.equal((await run(image, healthCommand, env)).code, 1)
  const migrated = await run(image, ['node', 'dist/server/migrate.mjs'], env)
  assert.equal(migrated.code, 0, migrated.output)
  seen('migrates the database with dist/server/migrate.mjs')
  const control = await run(image, ['node', 'dist/ctl/gatehousectl.mjs', 'users', 'list'], env)
  assert.equal(control.code, 0, control.output)
  seen('runs gatehousectl')
  const service = start(image, image.config.Cmd, env)
  try {
    await untilReady(service, port)
    seen('/readyz answers 200 with PostgreSQL')
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
    for (const path of ['/healthz', '/auth/login', '/docs', '/api/v1/openapi.json']) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      assert.equal(answer.status, 200, `${path}\n${service.output()}`)
    }
    seen('serves pages and the API')
    assert.equal((await run(image, healthCommand, env)).code, 0)
    seen('HEALTHCHECK succeeds, and failed before the start')
    assert.doesNotMatch(service.output(), /EROFS|EACCES|Cannot find module/)
    assert.equal(await service.stop(), 0, service.output())
    seen('stops on SIGTERM with exit code 0')
  } finally {
    if (service.isRunning()) await service.stop('SIGKILL')
  }
}

/**
 * @param {ReturnType<typeof start>} service
 * @param {string} port
 */
async function untilReady(service, port) {
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline && service.isRunning()) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return
    await sleep(200)
  }
  assert.fail(`the service did not become ready\n${service.output()}`)
}

/** @returns {Promise<string>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(String(port)))
    })
  })
}
