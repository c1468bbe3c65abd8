import type { Worker } from 'node:worker_threads'
import bcrypt from 'bcryptjs'
import { afterEach, expect, it } from 'vitest'
import { processSingleton } from '@/lib/config/process-singleton'
import { runHashTask } from '@/lib/identity/passwords/hash-thread'

const idle = () => processSingleton<Worker[]>('idle-hash-threads', () => [])

afterEach(async () => void (await Promise.all(idle().map((thread) => thread.terminate()))))

const hash = bcrypt.hashSync('right', 4)

it('matches each request with its own response, even with several threads', async () => {
  const tasks = ['right', 'wrong', 'right', 'wrong'].map((password) =>
    runHashTask({ kind: 'bcrypt-verify', password, hash }),
  )
  expect(await Promise.all(tasks)).toEqual([true, false, true, false])
})

it('reports errors of the library and continues', async () => {
  await expect(runHashTask({ kind: 'bcrypt-hash', password: 'x', salt: 'twelve' })).rejects.toThrow(
    /bcrypt-hash/,
  )
  expect(await runHashTask({ kind: 'bcrypt-verify', password: 'right', hash })).toBe(true)
})

it('fails the task of a thread that dies while working, and starts another for the next', async () => {
  await runHashTask({ kind: 'bcrypt-verify', password: 'right', hash })
  const [thread] = idle()
  const long = runHashTask({ kind: 'bcrypt-hash', password: 'right', salt: 14 })
  const failed = expect(long).rejects.toThrow(/thread ended/)
  await thread!.terminate()
  await failed
  expect(await runHashTask({ kind: 'bcrypt-verify', password: 'right', hash })).toBe(true)
})

it('discards a thread that died while idle', async () => {
  await runHashTask({ kind: 'bcrypt-verify', password: 'right', hash })
  await idle()[0]!.terminate()
  expect(await runHashTask({ kind: 'bcrypt-verify', password: 'right', hash })).toBe(true)
})
