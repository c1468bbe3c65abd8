import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { remember } from '@/lib/platform/remember'

export type BcryptTask =
  { kind: 'hash'; password: string; cost: number } | { kind: 'compare'; password: string; hash: string }

/** What one thread is asked and answers; `error` when bcryptjs threw. */
type Answer = { value: string | boolean } | { error: string }

/** bcryptjs is written in JavaScript: one thread for each of at most two cores. */
export const BCRYPT_THREADS = Math.min(2, availableParallelism())

/**
 * The thread's program is text and not a file, because this module runs from source, from the server's bundle and from
 * Next's, and no path to a second file would be right in all three. For the same reason bcryptjs is looked up from several
 * places.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { createRequire } = require('node:module')
const load = () => {
  for (const place of workerData.places) {
    try { return createRequire(place)('bcryptjs') } catch (error) { if (error.code !== 'MODULE_NOT_FOUND') throw error }
  }
  throw new Error('bcryptjs is not installed')
}
const bcrypt = load()
parentPort.on('message', (task) => {
  try {
    const value = task.kind === 'hash'
      ? bcrypt.hashSync(task.password, task.cost)
      : bcrypt.compareSync(task.password, task.hash)
    parentPort.postMessage({ value })
  } catch (error) {
    parentPort.postMessage({ error: String(error && error.message) })
  }
})
`

const idle = () => remember<Worker[]>('bcrypt-idle-threads', () => [])

/**
 * Runs one task in a thread of its own: bcryptjs would hold up the event loop for a third of a second. The caller keeps
 * count (BCRYPT_THREADS at once); threads are kept for the next task and never keep the process alive. Throws when the
 * thread dies.
 */
export async function runBcrypt(task: BcryptTask): Promise<string | boolean> {
  const worker = idle().pop() ?? startWorker()
  const answer = await ask(worker, task).catch((error: unknown) => {
    void worker.terminate()
    throw error
  })
  idle().push(worker)
  if ('error' in answer) throw new Error(`bcryptjs: ${answer.error}`)
  return answer.value
}

/** Ends the idle threads. */
export async function closeBcryptThreads(): Promise<void> {
  await Promise.all(
    idle()
      .splice(0)
      .map((worker) => worker.terminate()),
  )
}

function startWorker(): Worker {
  const places = [import.meta.url, process.argv[1] ?? '', join(process.cwd(), 'package.json')]
  // No arguments and no environment: loaders of the parent (tsx, a test runner) and its secrets stay out.
  const worker = new Worker(PROGRAM, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: { places: places.filter((place) => /^(file:|\/|[A-Za-z]:[\\/])/.test(place)) },
  })
  const drop = () => {
    const index = idle().indexOf(worker)
    if (index >= 0) idle().splice(index, 1)
  }
  // Without a listener an error of an idle thread would end the process.
  worker.on('error', drop)
  worker.on('exit', drop)
  return worker
}

function ask(worker: Worker, task: BcryptTask): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      worker.unref()
      act()
    }
    const onMessage = (answer: Answer) => settle(() => resolve(answer))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = (code: number) => settle(() => reject(new Error(`the bcrypt thread ended with ${code}`)))
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.ref()
    try {
      worker.postMessage(task)
    } catch (error) {
      onError(error as Error)
    }
  })
}
