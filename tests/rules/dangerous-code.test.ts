import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOTS = ['app', 'components', 'lib', 'server', 'clients/guard/src', 'clients/typescript/src']

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sources(path)
    return /(?<!\.test|\.d)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const files = [...ROOTS.flatMap(sources), 'proxy.ts', 'instrumentation.ts'].map((path) => ({
  path,
  // A comment may mention what code must not do.
  text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''),
}))

/** Where the pattern occurs: `path: match`, each once, sorted. */
function findings(pattern: RegExp): string[] {
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => `${path}: ${match[1] ?? match[0]}`),
  )
  return [...new Set(found)].sort()
}

describe('the code of the product', () => {
  it('never runs text as code, so that input cannot become code', () => {
    expect(files.length).toBeGreaterThan(900)
    expect(findings(/(?<![.\w'-])eval\(|\bnew Function\b|node:vm\b|\beval: true\b/g)).toEqual([
      // A constant text: Node's threads cannot load it from the server's bundle.
      'lib/identity/passwords/hash-thread.ts: eval: true',
      // Redis runs two constant Lua scripts; what clients send are arguments.
      'lib/protection/rate-limit/shared-windows.ts: eval(',
    ])
  })

  it('starts only Node itself, ps, and clients of PostgreSQL, and never through a shell', () => {
    expect(findings(/node:child_process/g)).toEqual([
      'lib/platform/db/embedded-pool.ts: node:child_process',
      'lib/platform/folder-lock.ts: node:child_process',
      'server/ctl/postgres-tools.ts: node:child_process',
    ])
    expect(findings(/(?<![.\w])exec(?:File)?(?:Sync)?\(|\bshell: true\b/g)).toEqual([])
    expect(findings(/\bspawn(?:Sync)?\(\s*([^,]+),/g)).toEqual([
      'lib/platform/db/embedded-pool.ts: process.execPath',
      "lib/platform/folder-lock.ts: 'ps'",
      // 'pg_dump' or 'psql', by its type.
      'server/ctl/postgres-tools.ts: tool',
    ])
  })

  it('never writes HTML into a page past React, which escapes it', () => {
    expect(
      findings(
        /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/g,
      ),
    ).toEqual([])
  })

  it('never looks up a name from a cookie or form in what every object inherits', () => {
    expect(findings(/\w\[[^[\]]*\b(?:notice|outcome\??\.form)\b[^[\]]*\]/g)).toEqual([])
    expect(findings(/\}\[\s*outcome\b/g)).toEqual([])
  })

  it('never listens to messages of other windows', () => {
    expect(
      findings(
        /(?:window|self)\.onmessage|window\.(?:addEventListener\(\s*'message'|postMessage)/g,
      ),
    ).toEqual([])
  })
})

describe('cryptography', () => {
  it('hashes with SHA-256 only, and with SHA-1 only in the MAC that Twilio prescribes', () => {
    expect(
      findings(/\bcreateHash\('([^']+)'\)/g).filter((use) => !use.endsWith(' sha256')),
    ).toEqual([])
    expect(findings(/\bcreateHash\((?!')/g)).toEqual([])
    expect(findings(/\bcreateHmac\('([^']+)'/g).filter((use) => !use.endsWith(' sha256'))).toEqual([
      'lib/messaging/sms/twilio-webhook.ts: sha1',
    ])
    expect(findings(/\bhkdfSync\('([^']+)'/g).filter((use) => !use.endsWith(' sha256'))).toEqual([])
  })

  it('encrypts with AES-256-GCM only; other ciphers only verify imported password hashes', () => {
    expect(findings(/\bcreate(?:C|Dec)ipheriv\('([^']+)'/g)).toEqual([
      'lib/identity/passwords/hash-thread.ts: aes-256-ctr',
      'lib/platform/crypto.ts: aes-256-gcm',
    ])
    expect(
      findings(/\bcreate(?:C|Dec)ipheriv\((?!')|\b(?:public|private)(?:En|De)crypt\(/g),
    ).toEqual([])
  })

  it('uses predictable randomness for delays only', () => {
    expect(findings(/Math\.random/g).map((use) => use.split(':')[0])).toEqual([
      'clients/guard/src/feed.ts',
      'clients/typescript/src/waiting.ts',
      'components/live/live-connection.ts',
      'components/live/refresh-scheduler.ts',
      'lib/messaging/webhooks/deliver-webhooks.ts',
      'lib/platform/jobs/backoff.ts',
      'lib/protection/login-guard/attempt-queue.ts',
    ])
  })
})
