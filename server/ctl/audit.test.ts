import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { toStdout } from '@/server/ctl/audit'
import { faultOf } from '@/server/ctl/faults'

const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })

it('does not take a closed stdout for a database that is away', async () => {
  async function* chunks() {
    yield '{}\n'
    return { records: 1, head: null }
  }
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(closed) })
  const error: unknown = await toStdout(chunks(), stdout).catch((reason: unknown) => reason)
  expect(faultOf(error)).toMatchObject({ code: 'failed', exitCode: 2 })
})

it('passes on that the database is away during an export', async () => {
  // eslint-disable-next-line require-yield
  async function* chunks(): AsyncGenerator<string, { records: number; head: null }> {
    throw closed
  }
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done() })
  const error: unknown = await toStdout(chunks(), stdout).catch((reason: unknown) => reason)
  expect(faultOf(error)).toMatchObject({ code: 'database_away', exitCode: 2 })
})
