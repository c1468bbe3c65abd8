import { chmodSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '@/server/ctl/faults'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Every backup has this folder. Creating it decides which of several backups gets an empty folder.
 */
const CLAIM = 'uploads'

/**
 * Fills a folder that is new or empty with `uploads` and the given names. If that fails, or a
 * signal ends the command, they are removed, so that the same command can be repeated. `fill` ends
 * the programs that it started when the given signal is aborted.
 */
export async function fillFolder<T>(
  folder: string,
  names: readonly string[],
  fill: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const isNew = claimFolder(folder)
  const undo = () => {
    for (const name of [CLAIM, ...names])
      // Repeated, because files that were being written may appear meanwhile.
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
    if (isNew) removeEmpty(folder)
  }
  const ending = new AbortController()
  const onSignal = (signal: NodeJS.Signals) => {
    forget()
    try {
      ending.abort()
      undo()
    } finally {
      // Without our listener, it ends the process as it would have.
      process.kill(process.pid, signal)
    }
  }
  const forget = () => SIGNALS.forEach((signal) => process.off(signal, onSignal))
  for (const signal of SIGNALS) process.on(signal, onSignal)
  try {
    return await fill(ending.signal)
  } catch (error) {
    undo()
    throw error
  } finally {
    forget()
  }
}

/**
 * Takes a folder that only the owner can read; of several commands at the same time, one gets it.
 * Returns whether it is new.
 */
function claimFolder(folder: string): boolean {
  const isNew = create(folder)
  if (!isNew && !isEmptyFolder(folder)) throw taken(folder)
  if (!isNew) chmodSync(folder, 0o700)
  if (!create(join(folder, CLAIM))) throw taken(folder)
  return isNew
}

/** Someone else may have put a file into it. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
}

/** Whether it did not exist before. */
function create(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function isEmptyFolder(path: string): boolean {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  return isFolder && readdirSync(path).length === 0
}

function taken(folder: string): CommandError {
  const message = `${folder} already exists and is not an empty folder. Choose another one.`
  return new CommandError('folder_exists', message)
}
