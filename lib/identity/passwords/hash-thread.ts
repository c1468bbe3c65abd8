import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { processSingleton } from '@/lib/config/process-singleton'

/** One task. Texts are in the format of the libraries; `hash` must be readable. */
export type HashTask =
  /** `salt`: a complete one (`$2b$12$…`), or the cost for a random one. */
  | { kind: 'bcrypt-hash'; password: string; salt: string | number }
  | { kind: 'bcrypt-verify'; password: string; hash: string }
  | { kind: 'argon2-hash'; password: string; options: object }
  | { kind: 'argon2-verify'; password: string; hash: string }
  | { kind: 'derived-verify'; password: string; key: DerivedKey }

/** A hash of another service, as the parameters that derive its digest from the password. */
export type DerivedKey =
  | {
      kind: 'pbkdf2'
      algorithm: 'sha1' | 'sha256' | 'sha512'
      iterations: number
      salt: Uint8Array
      digest: Uint8Array
    }
  /** Scrypt derives the key that encrypts the project's signer key (AES-256-CTR). */
  | {
      kind: 'firebase-scrypt'
      cost: number
      blockSize: number
      salt: Uint8Array
      signerKey: Uint8Array
      digest: Uint8Array
    }

/** A thread's response; `error` when the library threw. */
type Answer = { value: string | boolean } | { error: string }

/**
 * The thread's program is a string rather than a file, because this module runs from source, from
 * the server's bundle and from Next's, and no path to a second file would be right in all three.
 * For the same reason the libraries are resolved from several places. On Linux a priority set here
 * applies to this thread only: when the cores are busy, requests that need no hash run before those
 * that do.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { createRequire } = require('node:module')
if (process.platform === 'linux') {
  try { require('node:os').setPriority(workerData.niceness) } catch {}
}
const load = (name) => {
  for (const place of workerData.places) {
    try { return createRequire(place)(name) } catch (error) { if (error.code !== 'MODULE_NOT_FOUND') throw error }
  }
  throw new Error(name + ' is not installed')
}
const crypto = require('node:crypto')
const derive = (password, key) => {
  const { salt } = key
  if (key.kind === 'pbkdf2')
    return crypto.pbkdf2Sync(password, salt, key.iterations, key.digest.length, key.algorithm)
  const options = { N: key.cost, r: key.blockSize, p: 1, maxmem: 256 * key.cost * key.blockSize }
  const secret = crypto.scryptSync(password, salt, 32, options)
  return crypto.createCipheriv('aes-256-ctr', secret, Buffer.alloc(16)).update(key.signerKey)
}
const equal = (a, b) => a.length === b.length && crypto.timingSafeEqual(a, b)
const work = {
  'bcrypt-hash': ({ password, salt }) => load('bcryptjs').hashSync(password, salt),
  'bcrypt-verify': ({ password, hash }) => load('bcryptjs').compareSync(password, hash),
  'argon2-hash': ({ password, options }) => load('@node-rs/argon2').hashSync(password, options),
  'argon2-verify': ({ password, hash }) => load('@node-rs/argon2').verifySync(hash, password),
  'derived-verify': ({ password, key }) => equal(derive(password, key), key.digest),
}
parentPort.on('message', (task) => {
  try {
    parentPort.postMessage({ value: work[task.kind](task) })
  } catch (error) {
    parentPort.postMessage({ error: String(error && error.message) })
  }
})
`

/**
 * The nice value of hash threads, which yields busy cores to other work. The process itself runs at
 * 0.
 */
const NICENESS = 10

const idle = () => processSingleton<Worker[]>('idle-hash-threads', () => [])

/**
 * Runs one task in a separate thread, off the event loop and off libuv's pool, where file and DNS
 * operations would queue behind it. The caller limits how many run at once. Threads are reused and
 * never keep the process alive. Throws when the thread dies.
 */
export async function runHashTask(task: HashTask): Promise<string | boolean> {
  const worker = idle().pop() ?? startWorker()
  const answer = await ask(worker, task).catch((error: unknown) => {
    void worker.terminate()
    throw error
  })
  idle().push(worker)
  if ('error' in answer) throw new Error(`${task.kind}: ${answer.error}`)
  return answer.value
}

function startWorker(): Worker {
  const places = [import.meta.url, process.argv[1] ?? '', join(process.cwd(), 'package.json')]
  // No arguments and no environment, so that the parent's loaders (tsx, a test runner) and secrets
  // are not passed on.
  const worker = new Worker(PROGRAM, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: {
      niceness: NICENESS,
      places: places.filter((place) => /^(file:|\/|[A-Za-z]:[\\/])/.test(place)),
    },
  })
  const drop = () => {
    const index = idle().indexOf(worker)
    if (index >= 0) idle().splice(index, 1)
  }
  // Without a listener, an error of an idle thread would end the process.
  worker.on('error', drop)
  worker.on('exit', drop)
  return worker
}

function ask(worker: Worker, task: HashTask): Promise<Answer> {
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
    const onExit = (code: number) =>
      settle(() => reject(new Error(`the hash thread ended with ${code}`)))
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
