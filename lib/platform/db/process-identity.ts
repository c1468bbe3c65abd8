import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** Names one process for good: a process id alone comes back, after a reboot and in a restarted container. */
export interface ProcessIdentity {
  pid: number
  /** When it started, in a form that only compares for equality; null where the system cannot tell. */
  startedAt: string | null
  /** Where its pid means something (Linux: boot and pid namespace); null elsewhere. */
  scope: string | null
}

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid), scope: pidScope() }
}

/** Whether the process is alive, as far as can be told from here: 'unknown' when it may live in another container. */
export function livenessOf(other: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
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

/** Linux: clock ticks after boot. Null for a process that is gone, or is dead and only not reaped yet. */
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
