import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux): one of those can
 * be taken before the program that is to listen there has started.
 */
const FIRST_PORT = 15_000
const LAST_PORT = 32_000

const taken = new Set<number>()

/** A TCP port of the loopback interface that is currently unused. Never the same one twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    if (taken.has(port)) continue
    taken.add(port)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
