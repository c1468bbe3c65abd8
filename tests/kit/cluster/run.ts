import { Cluster, missingPackages } from '@/tests/kit/cluster/cluster'
import { type RestartReport, restartUnderLoad } from '@/tests/kit/cluster/rolling-restart'
import { PASSWORD } from '@/tests/kit/make-user'
import { ADMIN } from '@/tests/kit/upgrade-stage'
import { DUPLICATE_SIGNAL_MS } from '@/server/process-events'

// Started by scripts/cluster.mjs.
const INTERRUPTED = 130
const say = (line: string) => void process.stdout.write(`${line}\n`)

const missing = missingPackages()
if (missing.length > 0) {
  say(`Not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}

let cluster: Cluster | null = null
let ending = false
let stays = false

/** Whatever has been started but does not end is killed when this process exits. */
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  await cluster?.stop().catch((error: Error) => say(error.message))
  process.exit(code)
}

let interruptedAt = -Infinity

function interrupt(): void {
  const at = performance.now()
  if (at - interruptedAt <= DUPLICATE_SIGNAL_MS) return
  interruptedAt = at
  const code = stays ? 0 : INTERRUPTED
  if (ending) process.exit(code)
  void end(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
// The process that started this one is gone.
process.on('disconnect', interrupt)

try {
  say('Starting PostgreSQL, Redis, two instances, and HAProxy')
  cluster = await Cluster.start()
  say(`Gatehouse is at ${cluster.url}\n`)
  const isFlawless = show(await restartUnderLoad(cluster, (step) => say(`  ${step}`)))
  stays = process.argv.includes('--stay')
  if (stays) say(`\nRunning until Ctrl-C. Sign in as ${ADMIN}, password: ${PASSWORD}`)
  else await end(isFlawless ? 0 : 1)
} catch (error) {
  if (!ending) say(String((error as Error).stack))
  await end(1)
}

/** Prints what the clients saw. Returns whether nothing failed. */
function show({ requests, failures, signOuts, reconnects }: RestartReport): boolean {
  say(`\nRequests           ${requests}`)
  say(`Failed requests    ${failures.length}`)
  say(`Sign-outs          ${signOuts}`)
  say(`Live reconnections ${reconnects}`)
  for (const failure of failures.slice(0, 20)) say(`  ${failure}`)
  return failures.length === 0 && signOuts === 0
}
