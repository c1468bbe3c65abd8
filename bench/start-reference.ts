import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts a reference server in Node and waits for its first output. Returns how to
 * stop it. Throws if it ends instead.
 */
export async function startReference(args: string[], env: NodeJS.ProcessEnv): Promise<() => void> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = () => void child.kill()
  process.once('exit', stop)
  const ended = once(child, 'exit').then(([code]) => {
    process.off('exit', stop)
    throw new Error(`${args.join(' ')} ended with ${code} before it was ready`)
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  return stop
}
