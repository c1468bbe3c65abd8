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

describe('the lock of a data folder', () => {
  it('is held by one process, and is free again after its release', async () => {
    const folder = fresh()
    const release = await lockDataFolder(folder)
    await expect(lockDataFolder(folder)).rejects.toThrow(FolderInUseError)
    release()
    const again = await lockDataFolder(folder)
    await expect(lockDataFolder(folder)).rejects.toThrow(`process ${process.pid}`)
    again()
  })

  it('is free as soon as its holder dies', async () => {
    const folder = fresh()
    leave(folder, { pid: 2 ** 22 + 1 })
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
  })

  it('is not held by a process that only reused the pid', async () => {
    const folder = fresh()
    leave(folder, { startedAt: '1' })
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
  })

  it('is not held by a process from before a reboot', async () => {
    const folder = fresh()
    leave(folder, { scope: '00000000-0000-0000-0000-000000000000 pid:[1]' })
    await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
  })

  // Other systems cannot tell which container a process is in.
  describeIf(process.platform === 'linux', 'needs Linux')('held in another container', () => {
    it('lasts as long as the heartbeat of its process continues', async () => {
      const folder = fresh()
      const [boot] = ownIdentity().scope!.split(' ')
      leave(folder, { scope: `${boot} pid:[1]` })
      const heart = setInterval(() => utimesSync(`${folder}.lock.1`, new Date(), new Date()), 100)
      await expect(lockDataFolder(folder)).rejects.toThrow(FolderInUseError)
      clearInterval(heart)
    })

    it('is free when its process has been silent for too long', async () => {
      const folder = fresh()
      const [boot] = ownIdentity().scope!.split(' ')
      leave(folder, { scope: `${boot} pid:[1]` })
      utimesSync(`${folder}.lock.1`, new Date(0), new Date(0))
      await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function')
    })
  })

  it('survives a lock file truncated by a full disk', async () => {
    const folder = fresh()
    writeFileSync(`${folder}.lock.7`, '{"pid":')
    const release = await lockDataFolder(folder)
    expect(locks(folder)).toEqual(['db.lock.8'])
    release()
  })

  it('leaves one small file behind, however often its holder changed', async () => {
    const folder = fresh()
    mkdirSync(folder)
    for (let i = 0; i < 5; i++) (await lockDataFolder(folder))()
    expect(locks(folder)).toEqual(['db.lock.5'])
  })
})
