import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Release } from '@/tests/kit/releases'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const MINUTES = 60_000

/** Whether this clone contains the commit of that release. Shallow clones don't. */
export function hasRelease({ commit }: Release): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * The folder of that release, installed from its own lock file and built. The first call takes
 * minutes; the folder is kept in the system's temporary folder.
 */
export function buildRelease({ commit }: Release): string {
  const node = process.versions.node.split('.')[0]
  const folder = join(tmpdir(), `gatehouse-release-${commit.slice(0, 12)}-node${node}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['x'], { cwd: draft, input: archive })
  const env: Record<string, string | undefined> = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  // Vitest's would leave out what a build needs.
  delete env.NODE_ENV
  for (const args of [
    ['ci', '--no-audit', '--no-fund'],
    ['run', 'build'],
  ])
    execFileSync('npm', args, {
      cwd: draft,
      env: env as NodeJS.ProcessEnv,
      stdio: 'pipe',
      timeout: 15 * MINUTES,
    })
  renameSync(draft, folder)
  return folder
}
