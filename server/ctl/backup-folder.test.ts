import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { fillFolder } from '@/server/ctl/backup-folder'

const fillWith = (name: string) => (folder: string) =>
  fillFolder(folder, [name], async () => writeFileSync(join(folder, name), name))

it('takes a new folder, or an empty one, and makes it private', async () => {
  for (const folder of [join(temporaryFolder(), 'new'), temporaryFolder()]) {
    if (existsSync(folder)) chmodSync(folder, 0o755)
    await fillWith('dump')(folder)
    expect(readdirSync(folder).sort()).toEqual(['dump', 'uploads'])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  }
})

it('writes nothing to a folder that is not empty, or to a file', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'file')
  writeFileSync(file, 'kept')
  const dangling = join(temporaryFolder(), 'link')
  symlinkSync('/nonexistent/folder', dangling)
  for (const place of [folder, file, dangling])
    await expect(fillWith('dump')(place)).rejects.toMatchObject({
      fault: { code: 'folder_exists' },
    })
  expect(readdirSync(folder)).toEqual(['file'])
})

it('gives a folder to one of two backups, and keeps it when the other fails', async () => {
  const folder = join(temporaryFolder(), 'backup')
  const results = await Promise.allSettled(['one', 'two'].map((name) => fillWith(name)(folder)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(readdirSync(folder)).toHaveLength(2)
})

it('leaves nothing behind that would refuse the same command again', async () => {
  const failing = (folder: string) =>
    fillFolder(folder, ['db'], async () => {
      mkdirSync(join(folder, 'db'))
      throw new Error('no space')
    })
  const [empty, added] = [temporaryFolder(), join(temporaryFolder(), 'new')]
  await expect(failing(empty)).rejects.toThrow('no space')
  await expect(failing(added)).rejects.toThrow('no space')
  expect(readdirSync(empty)).toEqual([])
  expect(existsSync(added)).toBe(false)
})

it('keeps files that someone else put into the folder meanwhile', async () => {
  for (const folder of [temporaryFolder(), join(temporaryFolder(), 'new')]) {
    const failing = fillFolder(folder, ['dump'], async () => {
      for (const name of ['dump', 'notes']) writeFileSync(join(folder, name), name)
      throw new Error('no space')
    })
    await expect(failing).rejects.toThrow('no space')
    expect(readdirSync(folder)).toEqual(['notes'])
  }
})
