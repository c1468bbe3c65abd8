import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  FolderLockedError,
  lockFolder,
  type LockOptions,
  ownIdentity,
} from '@/lib/platform/folder-lock'
import { describeIf } from '@/tests/kit/describe-if'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const fresh = () => join(temporaryFolder(), 'db')
const OTHER_USER = 65_534
const lock = (folder: string, options: Partial<LockOptions> = {}) =>
  lockFolder(folder, { onLost: () => undefined, ...options })
/** A lock as another process would have left it. */
const leave = (folder: string, changes: object, number = 1) =>
  writeFileSync(`${folder}.lock.${number}`, JSON.stringify({ ...ownIdentity(), ...changes }))
const locks = (folder: string) =>
  readdirSync(join(folder, '..')).filter((name) => name.startsWith('db.lock'))

describe('the lock of a folder', () => {
  it('is held by one process, and is free again after its release', async () => {
    const folder = fresh()
    const release = await lock(folder)
    await expect(lock(folder)).rejects.toThrow(FolderLockedError)
    release()
    const again = await lock(folder)
    await expect(lock(folder)).rejects.toThrow(`process ${process.pid}`)
    again()
  })

  it('is free as soon as its holder dies', async () => {
    const folder = fresh()
    leave(folder, { pid: 2 ** 22 + 1 })
    await expect(lock(folder)).resolves.toBeTypeOf('function')
  })

  it('is not held by a process that only reused the pid', async () => {
    const folder = fresh()
    leave(folder, { startedAt: '1' })
    await expect(lock(folder)).resolves.toBeTypeOf('function')
  })

  describe.each([
    ['in another container', () => `${ownIdentity().scope!.split(' ')[0]} pid:[1]`],
    ['on another host that shares the folder', () => 'another-boot pid:[1]'],
  ])('held %s', (_, scope) => {
    it('lasts as long as the heartbeat of its process continues', async () => {
      const folder = fresh()
      leave(folder, { scope: scope() })
      const heart = setInterval(() => utimesSync(`${folder}.lock.1`, new Date(), new Date()), 100)
      onTestFinished(() => clearInterval(heart))
      await expect(lock(folder)).rejects.toThrow(FolderLockedError)
      expect(locks(folder)).toEqual(['db.lock.1'])
    })

    it('lasts although the clock of that host is wrong', async () => {
      const folder = fresh()
      leave(folder, { scope: scope() })
      const heart = setInterval(() => utimesSync(`${folder}.lock.1`, 0, 0), 100)
      onTestFinished(() => clearInterval(heart))
      await expect(lock(folder)).rejects.toThrow(FolderLockedError)
    })

    it('is free after its process has been silent for long enough, as after a reboot', async () => {
      const folder = fresh()
      const onWait = vi.fn<(holder: number) => void>()
      leave(folder, { scope: scope(), pid: 7 })
      const release = await lock(folder, { silenceMs: 300, onWait })
      expect(onWait).toHaveBeenCalledWith(7)
      release()
    })

    it('is free at once if its process was already silent for long enough', async () => {
      const folder = fresh()
      const onWait = vi.fn<(holder: number) => void>()
      leave(folder, { scope: scope() })
      await sleep(50)
      const release = await lock(folder, { silenceMs: 30, onWait })
      expect(onWait).not.toHaveBeenCalled()
      release()
    })

    it('is free as soon as its process releases it', async () => {
      const folder = fresh()
      leave(folder, { scope: scope() })
      const onWait = () => leave(folder, { scope: scope(), released: true })
      const release = await lock(folder, { onWait })
      expect(locks(folder)).toEqual(['db.lock.2'])
      release()
    })
  })

  it.each([
    ['takes it', (file: string, next: string) => renameSync(file, next)],
    ['deletes its file', (file: string) => rmSync(file)],
    ['replaces its file', (file: string) => writeFileSync(file, '{"pid":1}')],
  ])('is known to be lost after another process %s', async (_, act) => {
    const folder = fresh()
    const onLost = vi.fn<(folder: string) => void>()
    const release = await lock(folder, { onLost })
    act(`${folder}.lock.1`, `${folder}.lock.2`)
    const left = locks(folder)
    await expect.poll(() => onLost.mock.calls, { timeout: 5000 }).toEqual([[folder]])
    release()
    expect(locks(folder)).toEqual(left)
  })

  it('is not lost elsewhere than on Linux when `ps` fails later', async () => {
    vi.useFakeTimers()
    const { platform } = process
    onTestFinished(() => {
      vi.useRealTimers()
      Object.defineProperty(process, 'platform', { value: platform })
      vi.unstubAllEnvs()
    })
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    const programs = temporaryFolder()
    const ps = '#!/bin/sh\nmkdir "$0.ran" 2>/dev/null && echo Fri Nov 27 09:00:00 2026\n'
    writeFileSync(join(programs, 'ps'), ps, { mode: 0o755 })
    vi.stubEnv('PATH', `${programs}:${process.env.PATH}`)
    const onLost = vi.fn<(folder: string) => void>()
    const release = await lock(fresh(), { onLost })
    vi.advanceTimersByTime(3000)
    release()
    expect(onLost).not.toHaveBeenCalled()
  })

  it('survives a lock file truncated by a full disk', async () => {
    const folder = fresh()
    writeFileSync(`${folder}.lock.7`, '{"pid":')
    const release = await lock(folder)
    expect(locks(folder)).toEqual(['db.lock.8'])
    release()
  })

  it('leaves one small file behind, however often its holder changed', async () => {
    const folder = fresh()
    mkdirSync(folder)
    for (let i = 0; i < 5; i++) (await lock(folder))()
    expect(locks(folder)).toEqual(['db.lock.5'])
  })
})

describeIf(process.getuid?.() === 0, 'not root')('the lock of a folder, taken by root', () => {
  it('leaves nothing that the owner of the folder around it cannot read', async () => {
    const folder = fresh()
    chownSync(join(folder, '..'), OTHER_USER, OTHER_USER)
    const owners = () =>
      locks(folder).map((name) => {
        const { uid, gid, mode } = lstatSync(join(folder, '..', name))
        return [uid, gid, mode & 0o777]
      })
    const release = await lock(folder)
    expect(owners()).toEqual([[OTHER_USER, OTHER_USER, 0o600]])
    release()
    expect(owners()).toEqual([[OTHER_USER, OTHER_USER, 0o600]])
  })
})
