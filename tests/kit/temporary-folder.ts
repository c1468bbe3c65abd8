import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'gatehouse-test-'
const folders: string[] = []
process.once('exit', () => folders.forEach(remove))

/**
 * A folder that is removed when this process ends, or, if it is killed, when another process
 * requests a folder.
 */
export function temporaryFolder(): string {
  if (folders.length === 0) sweep()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  folders.push(folder)
  return folder
}

function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0
    if (pid > 0 && !isRunning(pid)) remove(join(tmpdir(), name))
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Still being written, or owned by another user: the next sweep tries again.
  }
}
