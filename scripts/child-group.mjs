import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './build-stamp.mjs'

const KILL_AFTER_MS = 10_000
const LOOK_EVERY_MS = 50

/**
 * Starts Node in a process group of its own, so that one signal reaches everything it started:
 * services, databases, browsers.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startGroup(args, options) {
  const child = spawn(process.execPath, args, { cwd: root, detached: true, ...options })
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  return {
    /** Its exit code; 1 if a signal ended it or it could not be started. */
    ended,
    /**
     * Signals the whole group and waits until it is gone; kills what takes too long.
     * @param {NodeJS.Signals} signal
     */
    async stop(signal) {
      const deadline = performance.now() + KILL_AFTER_MS
      /** @type {NodeJS.Signals | 0} */
      let next = signal
      for (; signalGroup(child.pid, next); next = 0) {
        if (performance.now() > deadline) return void signalGroup(child.pid, 'SIGKILL')
        await sleep(LOOK_EVERY_MS)
      }
    },
  }
}

/**
 * Whether the group still exists. Signal 0 only asks.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals | 0} signal
 */
function signalGroup(pid, signal) {
  try {
    return pid !== undefined && process.kill(-pid, signal)
  } catch {
    return false
  }
}

/**
 * Runs `cleanUp` when a signal asks this process to end, then exits with 128 plus its number.
 * Without a handler, Node ends without the hooks of `exit`, which stop servers and remove folders.
 * @param {(signal: NodeJS.Signals) => Promise<void>} cleanUp
 */
export function endOnSignal(cleanUp) {
  let isEnding = false
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    // npm and the terminal both send Ctrl-C.
    if (isEnding) return
    isEnding = true
    try {
      await cleanUp(signal)
    } finally {
      process.exit(128 + constants.signals[signal])
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
}
