import { Writable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { gatehousectl } from '@/server/ctl/program'

vi.mock('@/server/ctl/at-database', () => ({
  atDatabase: (work: (ctx: object) => Promise<unknown>) => work({}),
}))
vi.mock('@/lib/audit/export-audit-chain', () => ({
  exportAuditChain: async function* () {
    yield '{}\n'
    return { records: 1, head: null }
  },
}))

it('does not take a closed stdout for a database that is away', async () => {
  const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(closed) })
  const replaced = vi
    .spyOn(process, 'stdout', 'get')
    .mockReturnValue(stdout as typeof process.stdout)
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const code = await gatehousectl(['audit', 'export', '--json']).finally(() =>
    replaced.mockRestore(),
  )
  const printed = String(stderr.mock.calls[0]![0])
  stderr.mockRestore()
  expect(code).toBe(2)
  expect(JSON.parse(printed)).toMatchObject({ error: { code: 'failed' } })
})
