import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from '@/server/ctl/faults'

/** More than any password; protects against a wrong file on stdin. */
const MAX_BYTES = 65_536

/**
 * A secret from stdin (its first line), or typed twice at a terminal without echo. Never an
 * argument: those show in the process list and in the shell's history. Throws CommandError.
 */
export async function readSecret(label: string): Promise<string> {
  if (!process.stdin.isTTY) return readLine(label)
  const first = await ask(`${label}: `)
  if (first !== (await ask(`${label} again: `)))
    throw new CommandError(
      'not_repeated',
      'The two entries do not match. Nothing was changed. Run the command again.',
    )
  return first
}

async function readLine(label: string): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n') || text.length > MAX_BYTES) break
  }
  const [line] = text.split(/\r?\n/)
  if (line) return line
  throw new CommandError(
    'secret_missing',
    `${label} is missing. Pipe it to stdin, or run the command in a terminal.`,
  )
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const answer = new Promise<string>((resolve, reject) => {
    const cancel = () => reject(new CommandError('canceled', 'Canceled.', 130))
    terminal.once('SIGINT', cancel)
    // At the end of the input, such as Ctrl-D, some versions of Node only close the terminal.
    terminal.once('close', cancel)
    terminal.question('').then(resolve, cancel)
  })
  try {
    return await answer
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
