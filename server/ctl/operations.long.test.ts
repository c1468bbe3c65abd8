import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { database, db } from '@/lib/platform/db/database'
import { describeOnServer } from '@/tests/kit/describe-if'
import { signedInPrincipal } from '@/tests/kit/enroll-mfa'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import { makeUser } from '@/tests/kit/make-user'
import { Shell } from '@/tests/kit/shell'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

/** The restore comes last: afterwards, the commands work on the restored database. */
const PAGES = ['rotate-keys', 'incidents', 'backup-and-restore']

describeOnServer('the commands of the pages for operators', () => {
  useSettings()
  useTestDatabase()

  it('run as written, one page after the other', async () => {
    await syncCatalog(new Date())
    const { id } = await makeUser({ email: 'ada@example.org' })
    const ctx = testContext()
    await addedPasskey(await signedInPrincipal(id, ctx), ctx)
    await makeUser({ email: 'root@example.org', admin: true })
    const backups = temporaryFolder()
    const url = database().pool.options.connectionString!
    await db().$executeRawUnsafe('DROP DATABASE IF EXISTS gatehouse_restored')
    await db().$executeRawUnsafe('CREATE DATABASE gatehouse_restored')
    const restored = Object.assign(new URL(url), { pathname: '/gatehouse_restored' }).href
    const shell = new Shell(temporaryFolder(), {
      DATABASE_URL: url,
      AUTH_JWT_SECRET: 'the-signing-secret-of-the-operator-0123456789',
      AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    await shell.run(`npx() { shift; node '${resolve('scripts/gatehousectl.mjs')}' "$@"; }`)
    let output = ''
    for (const page of PAGES) {
      const text = readFileSync(`docs/operations/${page}.md`, 'utf8')
      const blocks = [...text.matchAll(/^ *```sh\n([^]*?)\n *```$/gm)].map(([, block]) => block!)
      expect(blocks.length, page).toBeGreaterThan(2)
      for (const block of blocks) {
        if (block.includes('gatehousectl restore'))
          await shell.run(`export DATABASE_URL='${restored}'`)
        output += await shell.run(block.replaceAll('/var/backups', backups))
      }
    }
    shell.close()
    expect(output).toContain('All sessions of ada@example.org ended.')
    expect(output).toContain('passkeys of ada@example.org')
    expect(output).toContain('All of its sessions, links, and API keys have ended.')
    expect(output).toContain('This version can start.')
    await db().$executeRawUnsafe('DROP DATABASE gatehouse_restored')
  })
})
