import type { Worker } from 'node:worker_threads'
import bcrypt from 'bcryptjs'
import { afterEach, expect, it } from 'vitest'
import { closeBcryptThreads, runBcrypt } from '@/lib/passwords/bcrypt-worker'
import { remember } from '@/lib/platform/remember'

afterEach(closeBcryptThreads)

const hash = bcrypt.hashSync('right', 4)

it('answers each question with its own answer, also when several threads are at work', async () => {
  const tasks = ['right', 'wrong', 'right', 'wrong'].map((password) =>
    runBcrypt({ kind: 'compare', password, hash }),
  )
  expect(await Promise.all(tasks)).toEqual([true, false, true, false])
})

it('reports what bcryptjs refuses, and goes on', async () => {
  await expect(
    runBcrypt({ kind: 'hash', password: 'x', cost: 'twelve' as unknown as number }),
  ).rejects.toThrow(/bcryptjs/)
  expect(await runBcrypt({ kind: 'compare', password: 'right', hash })).toBe(true)
})

it('fails the task of a thread that dies at work, and starts another for the next', async () => {
  await runBcrypt({ kind: 'compare', password: 'right', hash })
  const [thread] = remember<Worker[]>('bcrypt-idle-threads', () => [])
  const long = runBcrypt({ kind: 'hash', password: 'right', cost: 14 })
  const failed = expect(long).rejects.toThrow(/thread ended/)
  await thread!.terminate()
  await failed
  expect(await runBcrypt({ kind: 'compare', password: 'right', hash })).toBe(true)
})

it('forgets a thread that died while idle', async () => {
  await runBcrypt({ kind: 'compare', password: 'right', hash })
  await remember<Worker[]>('bcrypt-idle-threads', () => [])[0]!.terminate()
  expect(await runBcrypt({ kind: 'compare', password: 'right', hash })).toBe(true)
})
