import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown if another process holds the folder. The message is shown on the terminal. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'

  constructor(
    folder: string,
    /** Its process ID, which may be that of another container. */
    readonly holder: number,
  ) {
    super(
      `another Gatehouse (process ${holder}) is using ${folder}; stop it first, or set DATA_DIR and PORT for this one`,
    )
  }
}

const HEARTBEAT_MS = 1000
/**
 * How long a holder in another container may be silent (its event loop may be busy) before it
 * counts as dead.
 */
const SILENCE_MS = 10_000

/**
 * Takes the exclusive lock on `folder`; two processes in one embedded database lose data without
 * noticing. Returns a function that releases it. Detects a killed holder at once. Throws
 * FolderInUseError.
 *
 * The lock is the file `<folder>.lock.<n>` with the highest n. Creating the next one is atomic
 * (link fails if the name is taken) and the highest is never deleted, so that of any number of
 * processes that find a dead holder, one wins.
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  for (;;) {
    const highest = locksOf(folder).at(0) ?? 0
    const holder = highest > 0 ? readHolder(fileOf(folder, highest)) : null
    if (holder && (await isHeld(fileOf(folder, highest), holder)))
      throw new FolderInUseError(folder, holder.pid)
    const mine = highest + 1
    if (!create(fileOf(folder, mine))) continue
    // A listing may miss a higher number while others come and go, so list again before trusting
    // it.
    const others = locksOf(folder).filter((number) => number !== mine)
    if (others.some((number) => number > mine)) {
      rmSync(fileOf(folder, mine), { force: true })
      continue
    }
    for (const number of others) rmSync(fileOf(folder, number), { force: true })
    return hold(fileOf(folder, mine))
  }
}

const fileOf = (folder: string, number: number) => `${folder}.lock.${number}`

function locksOf(folder: string): number[] {
  const prefix = `${basename(folder)}.lock.`
  return readdirSync(dirname(folder))
    .filter((name) => name.startsWith(prefix) && /^\d{1,15}$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((a, b) => b - a)
}

/** Null if released or unreadable (only we write it, and always as a whole). */
function readHolder(file: string): ProcessIdentity | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity & {
      released?: boolean
    }
    return holder.released ? null : holder
  } catch {
    return null
  }
}

/** Creates the lock file with its content in one step; false if it already exists. */
function create(file: string): boolean {
  const draft = join(dirname(file), `.lock-${randomUUID()}`)
  writeFileSync(draft, JSON.stringify(ownIdentity()), { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

async function isHeld(file: string, holder: ProcessIdentity): Promise<boolean> {
  const liveness = livenessOf(holder)
  if (liveness !== 'unknown') return liveness === 'alive'
  // The holder's pid means nothing in this container: watch whether its heartbeat continues.
  const before = touchedAt(file)
  const quietUntil = before + SILENCE_MS
  while (Date.now() < quietUntil) {
    await sleep(HEARTBEAT_MS / 2)
    if (touchedAt(file) !== before) return true
  }
  return false
}

function touchedAt(file: string): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return 0
  }
}

function hold(file: string): () => void {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // Deleted by hand: nothing to keep fresh.
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    const draft = `${file}-released`
    try {
      writeFileSync(draft, JSON.stringify({ ...ownIdentity(), released: true }), { mode: 0o600 })
      renameSync(draft, file)
    } catch {
      // The folder is gone, so there is nothing left to protect.
    }
  }
}

/**
 * Identifies one process permanently: a process id alone is reused after a reboot and in a
 * restarted container.
 */
interface ProcessIdentity {
  pid: number
  /** The start time, only comparable for equality; null if the system does not provide it. */
  startedAt: string | null
  /** Where its pid is valid (Linux: boot and pid namespace); null elsewhere. */
  scope: string | null
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid), scope: pidScope() }
}

/** Whether the process is alive; 'unknown' if it may run in another container. */
function livenessOf(other: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  const scope = pidScope()
  if (other.scope !== scope) {
    const [boot] = (scope ?? '').split(' ')
    return other.scope?.startsWith(`${boot} `) ? 'unknown' : 'dead'
  }
  if (!answersSignals(other.pid)) return 'dead'
  return startOf(other.pid) === other.startedAt ? 'alive' : 'dead'
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Linux: clock ticks after boot. Null for a process that is gone, or dead and not reaped yet. */
function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
    } catch {
      return null
    }
  }
  if (process.platform === 'win32') return null
  const shown = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return shown.stdout?.trim() || null
}

function pidScope(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}
