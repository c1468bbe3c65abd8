import cluster, { type Worker } from 'node:cluster'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { logger } from '@/lib/platform/logger'
import { Channel } from '@/lib/platform/workers/channel'
import { countForWorkers } from '@/lib/protection/rate-limit/primary-windows'
import { grantDecodingTurns } from '@/lib/uploads/decoding-turn'
import { countConnectionsOfWorkers } from '@/server/live/connection-limits'
import { stopWithinMs } from '@/server/gateway/draining'
import { gatherFromWorkers } from '@/server/metrics/worker-metrics'
import { BEGIN, type Beginning, READY, STOP, WORKER_FLAG } from '@/server/workers/worker'

/** A worker that ended is replaced after this, and after twice as long each time it ends again. */
const FIRST_PAUSE_MS = 200
const MAX_PAUSE_MS = 10_000
/**
 * A new worker that takes longer to become ready is killed. It may have to migrate the database.
 */
const READY_WITHIN_MS = 15 * 60_000
/** A worker that takes this much longer to stop than allowed is killed. */
const OVERTIME_MS = 1000
/** A worker that ran for this long ended for another reason than the one before it. */
const STABLE_MS = 60_000

/** How a process ended: by itself, with a code, or by a signal. */
interface Exit {
  code: number | null
  signal: string | null
}

interface Member {
  process: Worker
  channel: Channel
  /** Whether it became ready; false if it ended first. */
  ready: Promise<boolean>
  /** It listens to this process, and may have connections. */
  hasBegun: boolean
  ended: Promise<Exit>
  startedAt: number
  /** It was told to stop. */
  leaving: boolean
}

type Share = (worker: Channel) => (() => void) | void

/** The workers of this instance. */
export class Fleet {
  readonly #folder: string
  readonly #members = new Set<Member>()
  /** What this process does for each worker; the result ends it. */
  readonly #shared: Share[] = [
    countForWorkers(),
    countConnectionsOfWorkers(),
    grantDecodingTurns(),
    gatherFromWorkers(() => this.#restarts),
  ]
  /** How many workers should run. A reload changes it once its first new worker is ready. */
  #size = 0
  /** The size that the running reload, or the next one, changes to. */
  #nextSize = 0
  #stopping = false
  #announced = false
  #failures = 0
  #restarts = 0
  /** The start or a reload. */
  #running: Promise<void> | null = null
  #reloadAgain = false

  /** `folder`: where workers reach each other. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Starts the first worker alone, because it migrates the database and announces the service, then
   * the others. Ends this process if the first one cannot start.
   */
  start(size: number): Promise<void> {
    this.#size = size
    return this.#run(() => this.#startAll())
  }

  async #startAll(): Promise<void> {
    const first = this.#fork()
    if (!(await first.ready)) {
      if (!this.#stopping) process.exit((await first.ended).code || 1)
      return
    }
    await this.#fill()
    if (this.#stopping) return
    logger().info({ workers: this.#present().length }, 'the workers are ready')
  }

  /**
   * Replaces all workers: those of the new build, with the settings of now, are ready before the
   * others stop. If the first new one cannot start, the others stay. Waits for the end of the start
   * or of another reload. Does nothing during a stop.
   */
  async reload(size: number): Promise<void> {
    if (this.#stopping) return
    this.#nextSize = size
    if (this.#running) {
      this.#reloadAgain = true
      return this.#running
    }
    await this.#run(() => this.#replaceAll())
  }

  /** Runs a start or a reload, and then the reload that was asked for meanwhile. */
  async #run(work: () => Promise<void>): Promise<void> {
    this.#running = work()
    try {
      await this.#running
    } finally {
      this.#running = null
    }
    if (this.#reloadAgain && !this.#stopping) {
      this.#reloadAgain = false
      await this.reload(this.#nextSize)
    }
  }

  /** Lets running requests finish. Resolves when every worker has ended. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true
    await Promise.all([...this.#members].map((member) => this.#dismiss(member, graceMs)))
  }

  /** Ends everything at once. */
  kill(code: number): void {
    for (const { process: child } of this.#members) child.process.kill('SIGKILL')
    process.exit(code)
  }

  async #replaceAll(): Promise<void> {
    const size = this.#nextSize
    logger().info({ workers: size }, 'reloading')
    const first = this.#tryFork(size)
    if (!first || !(await becomesReady(first))) {
      if (!this.#stopping)
        logger().error('not reloaded, because the first new worker did not start')
      return
    }
    this.#size = size
    // Some may have replaced workers that crashed meanwhile. They were told the old size.
    const old = this.#present().filter((member) => member !== first)
    for (const member of old) member.leaving = true
    await this.#fill()
    if (this.#stopping) return
    // The other new workers get the connections that these no longer accept.
    await Promise.all(old.map((member) => this.#dismiss(member, 0)))
    logger().info({ workers: this.#present().length }, 'reloaded')
  }

  /** Starts workers until there are enough, and waits until they are ready or ended. */
  async #fill(): Promise<void> {
    const missing = Math.max(0, this.#size - this.#present().length)
    if (this.#stopping) return
    const started = Array.from({ length: missing }, () => this.#tryFork() ?? []).flat()
    if (started.length < missing) void this.#fillAfter(MAX_PAUSE_MS)
    await Promise.all(started.map(becomesReady))
  }

  /** Null if the system starts no process now, because there are too many or too little memory. */
  #tryFork(size?: number): Member | null {
    try {
      return this.#fork(size)
    } catch (error) {
      logger().error({ error }, 'a worker could not be started')
      return null
    }
  }

  #present(): Member[] {
    return [...this.#members].filter(({ leaving }) => !leaving)
  }

  async #dismiss(member: Member, graceMs: number): Promise<void> {
    member.leaving = true
    // A message to a process that does not listen yet is lost. It has no connection either.
    if (!member.hasBegun) member.process.process.kill('SIGKILL')
    // It ends while it answers.
    else member.channel.ask(STOP, { graceMs }).catch(() => undefined)
    await endsWithin(stopWithinMs(graceMs) + OVERTIME_MS, member, member.ended)
  }

  /** `size`: how many workers it will be one of. */
  #fork(size = this.#size): Member {
    cluster.setupPrimary({ exec: entryFile(), args: [...process.argv.slice(2), WORKER_FLAG] })
    const child = cluster.fork()
    const channel = new Channel((message) => {
      if (!child.isConnected()) return false
      child.send(message, () => undefined)
      return true
    })
    child.on('message', (message) => channel.receive(message))
    const removals = this.#shared.map((share) => share(channel))
    const ended = new Promise<Exit>((done) => {
      child.once('exit', (code, signal) => done({ code, signal }))
      // A process that could not be started never exits.
      child.on('error', () => child.process.pid === undefined && done({ code: 1, signal: null }))
    })
    const ready = new Promise<boolean>((done) => {
      channel.on(READY, () => done(true))
      void ended.then(() => done(false))
    })
    const member: Member = {
      ...{ process: child, channel, ready, ended },
      startedAt: performance.now(),
      hasBegun: false,
      leaving: false,
    }
    channel.on(BEGIN, () => {
      member.hasBegun = true
      return this.#welcome(child, size)
    })
    this.#members.add(member)
    void ended.then(() => {
      channel.end()
      for (const remove of removals) if (remove) remove()
      this.#members.delete(member)
    })
    void ready.then((isReady) => this.#watch(member, isReady))
    return member
  }

  #welcome({ id }: Worker, workers: number): Beginning {
    return { workerId: id, workers, folder: this.#folder, announces: !this.#announced }
  }

  /** Replaces a worker that became ready once and ended by itself. */
  async #watch(member: Member, isReady: boolean): Promise<void> {
    if (isReady) this.#announced = true
    const exit = await member.ended
    if (member.leaving || this.#stopping || !this.#announced) return
    const ranMs = performance.now() - member.startedAt
    this.#failures = ranMs > STABLE_MS ? 0 : this.#failures + 1
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures)
    logger().error(
      { ...exit, worker: member.process.id, retry_in_seconds: pauseMs / 1000 },
      'a worker ended',
    )
    // The first new worker of a reload that failed is not replaced: the old ones stay.
    if (this.#present().length < this.#size) this.#restarts++
    await this.#fillAfter(pauseMs)
  }

  async #fillAfter(pauseMs: number): Promise<void> {
    await sleep(pauseMs)
    await this.#fill()
  }
}

/** Whether a new worker becomes ready. One that takes too long is killed. */
function becomesReady(member: Member): Promise<boolean> {
  return endsWithin(READY_WITHIN_MS, member, member.ready)
}

/** Kills a worker if the promise takes longer, so that nothing waits for it any more. */
async function endsWithin<T>(ms: number, { process: child }: Member, done: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    logger().error({ worker: child.id, after_ms: ms }, 'a worker did not respond and was killed')
    child.process.kill('SIGKILL')
  }, ms)
  try {
    return await done
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The server of the build that is there now: the path is not resolved, so a symbolic link to a
 * release may have moved on.
 */
function entryFile(): string {
  const started = resolve(process.argv[1]!)
  return started.endsWith('index.mjs')
    ? started
    : join(dirname(started), '../dist/server/index.mjs')
}
