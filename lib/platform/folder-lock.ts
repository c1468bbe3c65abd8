import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fchownSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown if another process holds the lock. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError'

  constructor(
    folder: string,
    /** Its process ID, which may be that of another container or host. */
    readonly holder: number,
  ) {
    super(`process ${holder} holds the lock of ${folder}`)
  }
}

const HEARTBEAT_MS = 1000
/**
 * How long a holder in another container or on another host may be silent (its event loop may be
 * busy) before it counts as dead.
 */
const SILENCE_MS = 10_000

export interface LockOptions {
  /** Called before waiting whether the heartbeat of the holder continues. */
  onWait?: (holder: number) => void
  /**
   * Called if the lock file is gone: another process took the lock while this one was paused, or
   * someone deleted the file. Whatever this process still writes may destroy the folder.
   */
  onLost: (folder: string) => void
  /** Tests don't wait for as long. */
  silenceMs?: number
}

/**
 * Takes the exclusive lock on `folder`. Returns a function that releases it. Detects a killed
 * holder at once, or within ten seconds if it ran in another container, on another host, or before
 * a reboot. Throws FolderLockedError.
 *
 * The lock is the file `<folder>.lock.<n>` with the highest n. Creating the next one is atomic
 * (link fails if the name is taken) and the highest is never deleted, so that of any number of
 * processes that find a dead holder, one wins.
 */
export async function lockFolder(folder: string, options: LockOptions): Promise<() => void> {
  // Once: where `ps` tells the start time, a second call may fail, and the lock would look lost.
  const identity = ownIdentity()
  for (;;) {
    const highest = locksOf(folder).at(0) ?? 0
    const holder = highest > 0 ? readHolder(fileOf(folder, highest)) : null
    if (holder && (await isHeld(fileOf(folder, highest), holder, options)))
      throw new FolderLockedError(folder, holder.pid)
    const mine = highest + 1
    if (!create(fileOf(folder, mine), identity)) continue
    // A listing may miss a higher number while others come and go, so list again before trusting
    // it.
    const others = locksOf(folder).filter((number) => number !== mine)
    if (others.some((number) => number > mine)) {
      rmSync(fileOf(folder, mine), { force: true })
      continue
    }
    for (const number of others) rmSync(fileOf(folder, number), { force: true })
    return hold(folder, fileOf(folder, mine), identity, options)
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

/** Null if the lock is released or gone, or its file was truncated by a full disk. */
function readHolder(file: string): ProcessIdentity | null {
  const content = ifThere(() => readFileSync(file, 'utf8'))
  if (content === null) return null
  try {
    const holder = JSON.parse(content) as ProcessIdentity & { released?: boolean }
    return holder.released ? null : holder
  } catch {
    return null
  }
}

/** What `read` returns; null if the file is gone. Throws if the disk is away. */
function ifThere<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Creates the lock file with its content in one step; false if it already exists. */
function create(file: string, identity: ProcessIdentity): boolean {
  return withDraft(dirname(file), JSON.stringify(identity), (draft) => {
    try {
      linkSync(draft, file)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  })
}

/** Runs `work` with a new file, and deletes it. */
function withDraft<T>(folder: string, content: string, work: (draft: string) => T): T {
  const draft = join(folder, `.lock-${randomUUID()}`)
  // A file that someone else put there, such as a link, is neither written to nor given away.
  const opened = openSync(draft, 'wx', 0o600)
  try {
    try {
      writeFileSync(opened, content)
      giveToOwnerOf(folder, opened)
    } finally {
      closeSync(opened)
    }
    return work(draft)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** So that the service's own user can read what a command left that ran as root. */
function giveToOwnerOf(folder: string, opened: number): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  try {
    fchownSync(opened, uid, gid)
  } catch (error) {
    // Root of a container without that capability, or of a client of a network file system.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

async function isHeld(
  file: string,
  holder: ProcessIdentity,
  { onWait, silenceMs = SILENCE_MS }: Omit<LockOptions, 'onLost'>,
): Promise<boolean> {
  const liveness = livenessOf(holder)
  if (liveness !== 'unknown') return liveness === 'alive'
  // The holder's pid means nothing here: watch whether its heartbeat continues.
  const before = changedAt(file)
  const silentFor = withDraft(dirname(file), '', changedAt) - before
  if (silentFor >= silenceMs) return false
  onWait?.(holder.pid)
  // A time in the future doesn't say how long it has been silent.
  const deadAt = performance.now() + silenceMs - Math.max(0, silentFor)
  while (performance.now() < deadAt) {
    await sleep(HEARTBEAT_MS / 2)
    // Changed by a heartbeat, or by a release.
    if (changedAt(file) !== before) return readHolder(file) !== null
  }
  return false
}

/**
 * When the file was last changed, by the clock of its file system, because hosts that share it may
 * have different clocks; 0 if it is gone. NFS asks its server only when a file is opened.
 */
function changedAt(file: string): number {
  const opened = ifThere(() => openSync(file, 'r'))
  if (opened === null) return 0
  try {
    return fstatSync(opened).ctimeMs
  } finally {
    closeSync(opened)
  }
}

function hold(
  folder: string,
  file: string,
  identity: ProcessIdentity,
  { onLost }: LockOptions,
): () => void {
  const content = JSON.stringify(identity)
  const heartbeat = setInterval(() => {
    if (refresh(file, content)) return
    clearInterval(heartbeat)
    onLost(folder)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    const released = JSON.stringify({ ...identity, released: true })
    try {
      if (readFileSync(file, 'utf8') !== content) return
      withDraft(dirname(file), released, (draft) => renameSync(draft, file))
    } catch {
      // The folder is gone, so there is nothing left to protect.
    }
  }
}

/** Returns false if the lock file is gone or another process's. */
function refresh(file: string, content: string): boolean {
  try {
    if (ifThere(() => readFileSync(file, 'utf8')) !== content) return false
    utimesSync(file, new Date(), new Date())
  } catch {
    // The disk is away. If another process takes the lock until it is back, the file is gone then.
  }
  return true
}

/**
 * Identifies one process permanently: a process id alone is reused after a reboot and in a
 * restarted container.
 */
interface ProcessIdentity {
  pid: number
  /** The start time, only comparable for equality; null if the system does not provide it. */
  startedAt: string | null
  /**
   * Where its pid is valid (Linux: boot and pid namespace; elsewhere: the host). Null in files of
   * older versions.
   */
  scope: string | null
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid), scope: pidScope() }
}

/**
 * Whether the process is alive; 'unknown' if it may run in another container, or on another host
 * that shares the folder, which looks the same as a process from before a reboot.
 */
function livenessOf(other: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  if (other.scope !== pidScope()) return 'unknown'
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

function pidScope(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}
