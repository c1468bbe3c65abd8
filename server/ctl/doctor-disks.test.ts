import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settings } from '@/lib/config/settings'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useSettings } from '@/tests/kit/test-settings'
import { checkDisks } from '@/server/ctl/doctor-disks'

const GIB = 1024 ** 3
const space = (size: number, free: number) => () => Promise.resolve({ size, free })

it.each([
  ['a gibibyte', 10 * GIB, GIB, 'ok'],
  ['less than a gibibyte', 10 * GIB, GIB - 1, 'warning'],
  ['5%', 100 * GIB, 5 * GIB, 'ok'],
  ['less than 5%', 100 * GIB, 5 * GIB - 1, 'warning'],
  ['nothing', 100 * GIB, 0, 'warning'],
  ['an unknown amount', 0, 0, 'skipped'],
])('finds a disk with %s free', async (_, size, free, state) => {
  useSettings({ DATA_DIR: temporaryFolder() })
  expect(await checkDisks(settings(), space(size, free))).toMatchObject([{ state }])
})

it('names each folder on the disk, and what to do, also before the folders exist', async () => {
  const folder = temporaryFolder()
  const [data, uploads] = [join(folder, 'data'), join(folder, 'uploads')]
  mkdirSync(uploads)
  useSettings({ DATA_DIR: data, UPLOADS_DIR: uploads })
  const asked: string[] = []
  const verdicts = await checkDisks(settings(), (path) => {
    asked.push(path)
    return Promise.resolve({ size: 100 * GIB, free: GIB / 2 })
  })
  expect(verdicts).toEqual([
    {
      state: 'warning',
      message:
        `512 MB (0 %) free: ${data} (DATA_DIR), ${join(data, 'db')} (embedded database), ` +
        `${uploads} (UPLOADS_DIR). Free some space, or move the folder to a larger disk.`,
    },
  ])
  expect(asked).toEqual([folder])
})

it('leaves out the embedded database if there is a server, and reads a real disk', async () => {
  useSettings({ DATA_DIR: temporaryFolder(), DATABASE_URL: 'postgres://a@127.0.0.1/a' })
  const [verdict] = await checkDisks(settings())
  expect(['ok', 'warning']).toContain(verdict!.state)
  expect(verdict!.message).toMatch(
    /^\S+ \w+ \(\d+ %\) free: \S+ \(DATA_DIR\), \S+ \(UPLOADS_DIR\)\./,
  )
})

it('skips a disk that cannot be read, and judges no other in its place', async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'file', 'data')
  writeFileSync(join(folder, 'file'), '')
  useSettings({ DATA_DIR: data, UPLOADS_DIR: folder, DATABASE_URL: 'postgres://a@127.0.0.1/a' })
  const states = async (...by: Parameters<typeof checkDisks>) =>
    (await checkDisks(...by)).map(({ state, message }) => [state, message.includes(data)])
  expect(await states(settings(), space(10 * GIB, GIB))).toEqual([
    ['skipped', true],
    ['ok', false],
  ])
  const refused = () => Promise.reject(new Error('EACCES: permission denied'))
  expect(await states(settings(), refused)).toEqual([
    ['skipped', true],
    ['skipped', false],
  ])
})
