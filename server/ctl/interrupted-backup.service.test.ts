import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { database } from '@/lib/platform/db/database'
import { describeOnServer } from '@/tests/kit/describe-if'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'

/** A pg_dump that writes half a file, notes its process, and waits. */
const STUCK = `#!/bin/sh
for argument; do case $argument in --file=*) echo half > "\${argument#--file=}" ;; esac; done
echo $$ > "$NOTES"
exec sleep 60
`

describeOnServer('a backup that is interrupted', () => {
  useTestDatabase()

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s leaves neither a folder that refuses the repeat nor a running pg_dump',
    async (signal) => {
      const place = temporaryFolder()
      const [tools, notes] = [join(place, 'bin'), join(place, 'pid')]
      const [added, empty] = [join(place, 'new'), join(place, 'empty')]
      for (const folder of [tools, empty]) mkdirSync(folder)
      writeFileSync(join(tools, 'pg_dump'), STUCK)
      chmodSync(join(tools, 'pg_dump'), 0o700)
      for (const [n, folder] of [added, empty].entries()) {
        const child = spawn(
          process.execPath,
          [resolve('scripts/gatehousectl.mjs'), 'backup', folder],
          {
            cwd: place,
            stdio: 'ignore',
            env: {
              PATH: `${tools}:${process.env.PATH}`,
              NODE_ENV: 'production',
              DATABASE_URL: database().pool.options.connectionString!,
              NOTES: notes + n,
            },
          },
        )
        const ended = once(child, 'exit')
        await until('the dump is being written', 20_000, () => existsSync(notes + n))
        expect(existsSync(join(folder, 'database.sql'))).toBe(true)
        child.kill(signal)
        expect(await ended).toEqual([null, signal])
        const dump = Number(readFileSync(notes + n, 'utf8'))
        await until('pg_dump has ended', 5000, () => !isRunning(dump))
      }
      expect(existsSync(added)).toBe(false)
      expect(readdirSync(empty)).toEqual([])
    },
  )
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
