import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

interface CommandRun {
  code: number
  stdout: string
  stderr: string
}

interface Surroundings {
  /** Settings; nothing else is inherited. */
  env?: Record<string, string>
  /** What is written to its stdin. */
  input?: string
  /** The working directory; an empty one by default. */
  folder?: string
}

/** Runs `gatehousectl` in its own process until it ends. */
export async function runGatehousectl(
  args: readonly string[],
  { env, input = '', folder = temporaryFolder() }: Surroundings = {},
): Promise<CommandRun> {
  const child = spawn(process.execPath, [resolve('scripts/gatehousectl.mjs'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const run = { code: 0, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (run.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (run.stderr += chunk.toString()))
  // A command that reads no input may end first.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number]
  return { ...run, code }
}

/** The result of a command run with `--json`. Throws with its error if it failed. */
export async function gatehousectlJson<T>(
  args: readonly string[],
  surroundings?: Surroundings,
): Promise<T> {
  const { code, stdout, stderr } = await runGatehousectl([...args, '--json'], surroundings)
  if (code !== 0) throw new Error(`gatehousectl ended with ${code}: ${stderr}`)
  return JSON.parse(stdout) as T
}
