import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FolderInUseError, lockDataFolder, ownIdentity } from '@/lib/platform/db/data-folder-lock'
import { describeIf } from '@/lib/testing/describe-if'
import { temporaryFolder } from '@/lib/testing/temporary-folder'

const fresh = () => join(temporaryFolder(), 'db')
/** A lock as another process would have left it. */
const leave = (folder: string, changes: object, number = 1) =>
  writeFileSync(`${folder}.lock.${number}`, JSON.stringify({ ...ownIdentity(), ...changes }))
const locks = (folder: string) =>
  readdirSync(join(folder, '..')).filter((name) => name.startsWith('db.lock'))

describe('the right to a data folder', () => {
  it('is held by one, and can be had again once it is given back', async () => {
    const folder = fresh()
    const release = await lockDataFolder(folder)
    await expect(lockDataFolder(folder)).rejects.toThrow(FolderInUseError)
    release()
    const again = await lockDataFolder(folder)
    await expect(lockDataFolder(folder)).rejects.toThrow(`process ${process.pid}`)
    again()
  })

  it('dies with its holder, at once', async () => {
    const folder = fresh()
    leave(folder, { pid: 2 ** 22 + 1 })
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
  })

  it('is not kept by a process that only got the same number later', async () => {
    const folder = fresh()
    leave(folder, { startedAt: '1' })
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
  })

  it('is not kept by a process of an earlier boot of the machine', async () => {
    const folder = fresh()
    leave(folder, { scope: '00000000-0000-0000-0000-000000000000 pid:[1]' })
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
  })

  // Elsewhere a process cannot tell which container another one is in.
  describeIf(process.platform === 'linux', 'needs Linux')('of another container', () => {
    it('is kept as long as the heartbeat of its process goes on', async () => {
      const folder = fresh()
      const [boot] = ownIdentity().scope!.split(' ')
      leave(folder, { scope: `${boot} pid:[1]` })
      const heart = setInterval(() => utimesSync(`${folder}.lock.1`, new Date(), new Date()), 100)
      await expect(lockDataFolder(folder)).rejects.toThrow(FolderInUseError)
      clearInterval(heart)
    })

    it('is free when its process has been silent for long', async () => {
      const folder = fresh()
      const [boot] = ownIdentity().scope!.split(' ')
      leave(folder, { scope: `${boot} pid:[1]` })
      utimesSync(`${folder}.lock.1`, new Date(0), new Date(0))
      await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
    })
  })

  it('is not stopped by a lock file cut short by a full disk', async () => {
    const folder = fresh()
    writeFileSync(`${folder}.lock.7`, '{"pid":')
    const release = await lockDataFolder(folder)
    expect(locks(folder)).toEqual(['db.lock.8'])
    release()
  })

  it('leaves one small file behind, however often it changed hands', async () => {
    const folder = fresh()
    mkdirSync(folder)
    for (let i = 0; i < 5; i++) (await lockDataFolder(folder))()
    expect(locks(folder)).toEqual(['db.lock.5'])
  })
})
