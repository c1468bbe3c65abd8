import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { connectionOf, loadDatabase } from '@/server/ctl/postgres-tools'

const BASE = 'postgresql://ada@db.example.org/gatehouse'

function parametersOf(query: string) {
  const roots = join(temporaryFolder(), 'roots.pem')
  const { dbname } = connectionOf(`${BASE}?${query}`, roots)
  const parameters = Object.fromEntries(new URL(dbname).searchParams)
  return { parameters, roots }
}

describe('the TLS of the programs of PostgreSQL', () => {
  it.each(['sslmode=require', 'sslmode=prefer', 'sslmode=verify-ca', 'ssl=true', 'ssl=1'])(
    'checks the certificate with %s, as the service does',
    (query) => {
      const { parameters, roots } = parametersOf(query)
      expect(parameters).toEqual({ sslmode: 'verify-full', sslrootcert: roots })
      expect(readFileSync(roots, 'utf8')).toContain('BEGIN CERTIFICATE')
    },
  )

  it('checks nothing with no-verify, and is off with disable', () => {
    expect(parametersOf('sslmode=no-verify').parameters).toEqual({ sslmode: 'require' })
    expect(parametersOf('sslmode=disable').parameters).toEqual({ sslmode: 'disable' })
    expect(parametersOf('application_name=x').parameters).toEqual({})
  })

  it('trusts the named authority alone', () => {
    const authority = join(temporaryFolder(), 'ca.pem')
    writeFileSync(authority, '')
    const { parameters, roots } = parametersOf(`sslmode=require&sslrootcert=${authority}`)
    expect(parameters).toEqual({ sslmode: 'verify-full', sslrootcert: authority })
    expect(existsSync(roots)).toBe(false)
  })

  it('is that of libpq if the address says so', () => {
    const query = 'uselibpqcompat=true&sslmode=require'
    expect(parametersOf(query).parameters).toEqual({ sslmode: 'require' })
  })
})

describe('loading a dump', () => {
  /** Runs a script in place of psql. Returns the dump to load. */
  function psqlIs(script: string, dump: string): string {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'psql'), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, 'psql'), 0o700)
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('PATH', `${folder}:/bin:/usr/bin`)
    writeFileSync(join(folder, 'dump.sql'), dump)
    return join(folder, 'dump.sql')
  }

  it('leaves out the setting of newer programs that older servers refuse, and nothing else', async () => {
    const rows = 'SET transaction_timeout = 0;\n'.repeat(10_000)
    const head = '-- Dumped by pg_dump 17\n\nSET lock_timeout = 0;\n'
    const loaded = join(temporaryFolder(), 'loaded.sql')
    const rest = `\nSET client_encoding = 'UTF8';\n${'-'.repeat(5000)}\n${rows}`
    const dump = psqlIs(`cat > ${loaded}`, `${head}SET transaction_timeout = 0;${rest}`)
    await loadDatabase(BASE, dump, 'SELECT 1')
    expect(readFileSync(loaded, 'utf8')).toBe(`BEGIN;\n${head}${rest}\nSELECT 1;\nCOMMIT;\n`)
  })

  it('commits nothing of a dump that cannot be read to its end', async () => {
    const loaded = join(temporaryFolder(), 'loaded.sql')
    psqlIs(`cat > ${loaded}`, '')
    // A folder opens like a file, and its first read fails.
    await expect(loadDatabase(BASE, temporaryFolder(), 'SELECT 1')).rejects.toThrow('EISDIR')
    expect(readFileSync(loaded, 'utf8')).toBe('BEGIN;\n')
  })

  it('says why psql refused it, also if psql did not read it', async () => {
    const dump = psqlIs('echo "no such role" >&2; exit 2', '-- \n'.repeat(100_000))
    await expect(loadDatabase(BASE, dump, 'SELECT 1')).rejects.toThrow(
      'psql ended with 2: no such role',
    )
  })

  it.each([
    ['lost the connection after the commit was passed on', 'cat > /dev/null; exit 2', true],
    ['was killed then', 'cat > /dev/null; kill -9 $$', true],
    ['lost the connection before', 'head -c 10 > /dev/null; exit 2', false],
    ['says that the server refused something', 'cat > /dev/null; exit 3', false],
  ])('says whether it may be committed if psql %s', async (_, script, mayBe) => {
    const dump = psqlIs(script, '-- \n'.repeat(1_000_000))
    await expect(loadDatabase(BASE, dump, 'SELECT 1')).rejects.toMatchObject({
      fault: { code: mayBe ? 'outcome_unknown' : 'tool_failed' },
    })
  })
})
