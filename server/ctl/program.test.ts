import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { gatehousectl } from '@/server/ctl/program'

/** Runs a command in this process. Returns its exit code and the error that it prints. */
async function failing(args: string[]): Promise<{ code: number; error: unknown }> {
  let stderr = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += String(text)
    return true
  })
  const code = await gatehousectl([...args, '--json']).finally(() => write.mockRestore())
  return { code, error: (JSON.parse(stderr) as { error: unknown }).error }
}

function stubSettings(): void {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('DATA_DIR', join(temporaryFolder(), 'data'))
  vi.stubEnv('DATABASE_URL', undefined)
}

it('reports a file that cannot be read as such, not as a missing database', async () => {
  stubSettings()
  const file = join(temporaryFolder(), 'missing.jsonl')
  const message = `ENOENT: no such file or directory, open '${file}'`
  expect(await failing(['audit', 'verify', '--file', file])).toEqual({
    code: 2,
    error: { code: 'failed', message },
  })
})

it('records no backup before its folder exists', async () => {
  // Without a database, a command that opens it first reports no_database.
  stubSettings()
  const folder = temporaryFolder()
  expect(await failing(['backup', join(folder, 'missing/backup')])).toMatchObject({
    code: 2,
    error: { code: 'failed', message: expect.stringContaining('ENOENT') as string },
  })
  mkdirSync(join(folder, 'backup/uploads'), { recursive: true })
  expect(await failing(['backup', join(folder, 'backup')])).toMatchObject({
    code: 1,
    error: { code: 'folder_exists' },
  })
  expect(await failing(['backup', join(folder, 'other')])).toMatchObject({
    code: 2,
    error: { code: 'no_database' },
  })
  expect(readdirSync(folder)).toEqual(['backup'])
})

it.each([[['users']], [['audit']]])('prints an incomplete command as JSON: %j', async (args) => {
  expect(await failing(args)).toMatchObject({
    code: 1,
    error: { code: 'usage', message: expect.stringContaining('command is missing') as string },
  })
})
