import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from '@/server/ctl/faults'

/** More than any password. */
const MAX_CHARACTERS = 65_536

/**
 * A secret from stdin (its only line), or typed twice at a terminal without echo. Never an
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
    if (text.includes('\n') || text.length > MAX_CHARACTERS) break
  }
  const [line, ...rest] = text.split(/\r?\n/)
  if (line) {
    // The first line of a wrong file, such as a private key, is easy to guess. What has arrived is
    // enough to tell: stdin may stay open after the password, for example over ssh.
    if (line.length > MAX_CHARACTERS || rest.some((other) => other !== ''))
      throw new CommandError(
        'secret_invalid',
        `${label} must be the only line on stdin. Nothing was changed.`,
      )
    return line
  }
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
