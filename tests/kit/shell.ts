import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

/** Longer than any script takes, and shorter than a test may. */
const SCRIPT_MS = 60_000

/**
 * A bash session that runs scripts one after another, as if pasted: variables and functions
 * persist. The session ends at the first command that fails, including refused requests, and with a
 * script that does not end.
 */
export class Shell {
  readonly #home = temporaryFolder()
  readonly #child: ChildProcess
  readonly #closed: Promise<void>
  #output = ''
  #errors = ''
  #serial = 0
  #onOutput = () => {}

  constructor(folder: string, env: Record<string, string>) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(this.#home, '.curlrc'), 'fail-with-body\nshow-error\n')
    this.#child = spawn('bash', ['--noprofile', '--norc', '-euo', 'pipefail'], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: this.#home, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#child.stdin!.on('error', () => {})
    this.#child.stdout!.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString()
      this.#onOutput()
    })
    this.#child.stderr!.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()))
    this.#closed = new Promise((done) => this.#child.once('close', () => done()))
  }

  /** Runs a script and returns its output. Throws with its errors if a command failed. */
  async run(script: string): Promise<string> {
    const file = join(this.#home, `${++this.#serial}.sh`)
    const mark = `-- end of ${file} --\n`
    writeFileSync(file, script)
    this.#output = ''
    this.#errors = ''
    const ended = new Promise<true>((done) => {
      this.#onOutput = () => this.#output.includes(mark) && done(true)
    })
    // A program in the script that reads its input must not consume the next script.
    this.#child.stdin!.write(`. '${file}' </dev/null; printf '%s\\n' '${mark.trim()}'\n`)
    const limit = setTimeout(() => this.close(), SCRIPT_MS)
    const done = await Promise.race([ended, this.#closed.then(() => false)])
    clearTimeout(limit)
    if (done) return this.#output.replace(mark, '')
    throw new Error(`a command failed:\n${script}\n${this.#output}\n${this.#errors}`)
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }
}
