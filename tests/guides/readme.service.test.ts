import { readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSigningKey } from '@/lib/config/signing-keys'
import { freePort } from '@/tests/kit/free-port'
import { startGoogleStandIn } from '@/tests/kit/providers/google'
import type { StandIn } from '@/tests/kit/providers/stand-in'
import { Shell } from '@/tests/kit/shell'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'
import { visitProvider } from '@/tests/kit/visit-provider'

/** In this order: each page may use what earlier pages set. */
const PAGES = [
  'README.md',
  'docs/quick-start.md',
  'docs/api-guide.md',
  'docs/user-management.md',
  'docs/profile-fields.md',
  'docs/api-keys.md',
  'docs/permissions.md',
  'docs/verify-tokens.md',
  'docs/import-users.md',
  'docs/notifications.md',
  'docs/uploads.md',
  'docs/payments.md',
  'docs/text-messages.md',
  'docs/live-events.md',
  'docs/webhooks.md',
  'docs/mobile-apps.md',
  'docs/deployment.md',
  'docs/operations/reverse-proxies.md',
]
/** Blocks that are not run, with the reason. */
const NOT_RUN: readonly { commands: RegExp; reason: string }[] = [
  { commands: /^npm ci\nnpm start$/, reason: 'the test starts the service itself' },
  { commands: /^npm ci\nnpm test$/, reason: 'the test would run itself' },
  { commands: /^docker build|^docker compose/m, reason: 'needs Docker and a registry' },
  { commands: /^npx expo/m, reason: 'needs a React Native project' },
  { commands: /^kubectl/m, reason: 'needs a cluster' },
  { commands: /^sudo /m, reason: 'changes the machine, and needs systemd' },
]
const isRun = ({ commands }: Block) => !NOT_RUN.some((left) => left.commands.test(commands))
/** The administrator that the pages assume was created with the setup link. */
const ADMIN = { email: 'root@example.org', password: 'correct horse battery staple' }
const METRICS_TOKEN = 'the-token-that-the-reader-has-set-0123456789'

interface Block {
  page: string
  heading: string
  commands: string
}

/** The command blocks of a page, in order, each with its heading. */
function commandBlocks(page: string, text: string): Block[] {
  let heading = ''
  return [...text.matchAll(/^#+ (.+)$|^```sh\n([\s\S]*?)\n```$/gm)].flatMap(
    ([, title, commands]) => {
      if (title) heading = title
      return commands === undefined ? [] : [{ page, heading, commands }]
    },
  )
}

/** The response fields that the comments of a block promise. */
function promisedFields(commands: string): string[] {
  const answers = commands.split('\n').filter((line) => line.startsWith('# {'))
  return answers.flatMap((line) => [...line.matchAll(/"(\w+)":/g)].map(([, name]) => name!))
}

const texts = PAGES.map((page) => ({ page, text: readFileSync(page, 'utf8') }))
const blocks = texts.flatMap(({ page, text }) => commandBlocks(page, text))
const run = blocks.filter(isRun)

describe('the commands of the README and the guides, in order, against a fresh service', () => {
  let service: ServiceProcess
  let google: StandIn
  let shell: Shell
  const here = (commands: string) =>
    commands.replaceAll('http://localhost:3000', `http://localhost:${service.port}`)

  beforeAll(async () => {
    const port = String(await freePort())
    google = await startGoogleStandIn([`http://localhost:${port}`])
    const env = {
      PORT: port,
      METRICS_TOKEN,
      AUTH_JWT_SIGNING_KEYS: JSON.stringify(newSigningKey()),
      OAUTH_APP_REDIRECT_URIS: 'com.example.app:/done',
      ...google.env,
    }
    service = await startService({ env })
    const token = await until(
      'the setup link',
      10_000,
      () => /\/auth\/setup\?token=([\w-]{43})/.exec(service.output())?.[1],
    )
    const made = await fetch(`${service.url}/api/v1/auth/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...ADMIN }),
    })
    expect(made.status).toBe(201)
    // The pages assume that the reader is in the package folder.
    const folder = temporaryFolder()
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    shell = new Shell(folder, { METRICS_TOKEN })
  }, 120_000)
  afterAll(async () => {
    shell?.close()
    await Promise.all([service?.stop(), google?.close()])
  })

  it('are all found, and each block that is not run still exists', () => {
    for (const { page, text } of texts) {
      const found = blocks.filter((block) => block.page === page)
      expect(found.length, page).toBeGreaterThan(0)
      expect(text.match(/^ *```(?:sh|bash|shell)$/gm), page).toHaveLength(found.length)
    }
    expect(run.length).toBeGreaterThan(20)
    expect(
      NOT_RUN.filter((left) => !blocks.some(({ commands }) => left.commands.test(commands))),
    ).toEqual([])
  })

  it.each(run.map((block, n) => ({ ...block, n: n + 1 })))(
    '$n: $page, $heading',
    async ({ commands }) => {
      const output = await shell.run(here(commands))
      for (const field of promisedFields(commands)) expect(output).toContain(`"${field}":`)
      expect(output).not.toMatch(/undefined|"code":"[a-z_]+"/)
      if (commands.includes('/auth/refresh')) await repeat(commands, output)
      if (/^echo .*\/auth\/oauth\//m.test(commands))
        await shell.run(`CODE='${await signInAt(output.trim())}'`)
    },
  )

  /**
   * A client that did not receive the response repeats the request: same tokens, and the session
   * stays active.
   */
  async function repeat(commands: string, first: string): Promise<void> {
    const { refresh_token } = JSON.parse(first) as Record<string, string>
    const again = JSON.parse(await shell.run(here(commands))) as Record<string, string>
    expect(again.refresh_token).toBe(refresh_token)
    const authorization = `Bearer ${again.access_token}`
    const me = await fetch(`${service.url}/api/v1/me`, {
      headers: { authorization },
    })
    expect(me.status).toBe(200)
  }

  /** Signs in as a user would in the browser. Returns the code that the app is opened with. */
  async function signInAt(address: string): Promise<string> {
    const begun = await fetch(address, { redirect: 'manual' })
    const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!
    const back = await visitProvider(begun.headers.get('location')!)
    const done = await fetch(back, { redirect: 'manual', headers: { cookie } })
    // A page with a link to the app.
    const link = /href="(com\.example\.app:\/done\?[^"]+)"/.exec(await done.text())?.[1]
    const app = new URL(link!.replace(/&(?:amp|#38);/g, '&'))
    expect(app.searchParams.get('state')).toBe(new URL(address).searchParams.get('state'))
    return app.searchParams.get('code')!
  }
})
