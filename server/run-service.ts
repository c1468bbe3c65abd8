import { FolderInUseError } from '@/lib/platform/db/data-folder-lock'
import { logger } from '@/lib/platform/logger'
import { boot, type ServiceOptions } from '@/server/boot'
import { StartError } from '@/server/start-error'

/** A terminal's Ctrl-C reaches the process twice under npm (from the terminal and forwarded): that is one wish. */
const SAME_WISH_MS = 700
/** An orderly stop has this long; whoever runs us usually kills after 10 s. */
const STOP_WITHIN_MS = 9500

/** Starts the service and ties it to the process: signals stop it in order, stray errors are logged. */
export async function runService(options: ServiceOptions): Promise<void> {
  surviveStrayErrors()
  let stop: (() => Promise<void>) | null = null
  let askedAt = 0
  const onSignal = () => {
    const now = performance.now()
    if (askedAt > 0) {
      if (now - askedAt > SAME_WISH_MS) process.exit(130)
      return
    }
    askedAt = now
    // Whatever a start has opened so far survives being dropped: the database is made to be killed.
    if (!stop) process.exit(0)
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
    void stop().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  try {
    stop = (await boot(options)).stop
  } catch (error) {
    failToStart(error)
  }
}

function failToStart(error: unknown): never {
  if (error instanceof StartError || error instanceof FolderInUseError)
    process.stderr.write(`${error.message}\n`)
  else logger().fatal({ error }, 'the service could not start')
  process.exit(1)
}

/**
 * Every change of state is a conditional write in the database, so that an error nobody caught leaves nothing half done
 * here: it is logged, and the other requests go on. A closed terminal (EPIPE) or a full disk must not end the service.
 */
function surviveStrayErrors(): void {
  const ignore = () => undefined
  process.stdout.on('error', ignore)
  process.stderr.on('error', ignore)
  const log = (message: string) => (error: unknown) => {
    const { code } = (error ?? {}) as { code?: string }
    if (code === 'EPIPE' || code === 'ENOSPC') return
    logger().error({ error }, message)
  }
  process.on('uncaughtException', log('an error that nobody caught'))
  process.on('unhandledRejection', log('a rejection that nobody handled'))
}
