import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openEmbeddedPool } from '@/lib/platform/db/embedded-pool'
import { itLong } from '@/tests/kit/describe-if'
import { isLongRun } from '@/tests/kit/long-run'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'

const KILLS = isLongRun ? 5 : 2
const WRITERS = 4
const ENOUGH = 12

let service: ServiceProcess | null = null
afterEach(() => service?.kill9())

/** Registers accounts continuously until the service dies. Returns the acknowledged addresses. */
function writeUntilDead(
  url: string,
  round: number,
): { acknowledged: string[]; ended: Promise<unknown> } {
  const acknowledged: string[] = []
  const writer = async (number: number) => {
    for (let i = 0; ; i++) {
      const email = `kill-${round}-${number}-${i}@example.org`
      const body = JSON.stringify({ email, password: 'violet kettle marathon 42' })
      const answer = await fetch(`${url}/api/v1/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }).catch(() => null)
      if (!answer) return
      if (answer.status === 202) acknowledged.push(email)
    }
  }
  return { acknowledged, ended: Promise.all(Array.from({ length: WRITERS }, (_, i) => writer(i))) }
}

describe('kill -9 while writing', () => {
  it('loses nothing that was acknowledged, and the next start works, every time', async () => {
    const folder = temporaryFolder()
    const kept: string[] = []
    for (let round = 0; round < KILLS; round++) {
      service = await startService({ folder, env: { AUTH_IP_RATE_LIMIT: '100000/1m' } })
      const { acknowledged, ended } = writeUntilDead(service.url, round)
      await until('some accounts are made', 60_000, () => acknowledged.length >= ENOUGH)
      await service.kill9()
      await ended
      kept.push(...acknowledged)
    }
    const { pool, close } = await openEmbeddedPool(join(folder, '.data/db'))
    const { rows } = await pool.query<{ email: string }>('SELECT email FROM users')
    await close()
    const found = new Set(rows.map(({ email }) => email))
    expect(kept.filter((email) => !found.has(email))).toEqual([])
    expect(kept.length).toBeGreaterThanOrEqual(KILLS * ENOUGH)
  }, 300_000)

  itLong('during the very first start leaves nothing that breaks the next one', async () => {
    const folder = temporaryFolder()
    for (const sign of ['db.lock.1', 'db.tmp-']) {
      service = await startService({ folder, waitUntilReady: false })
      const { readdirSync } = await import('node:fs')
      const made = () => {
        try {
          return readdirSync(join(folder, '.data')).some((name) => name.startsWith(sign))
        } catch {
          return false
        }
      }
      await until(`${sign} is there`, 30_000, made)
      await service.kill9()
    }
    service = await startService({ folder })
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  })
})
