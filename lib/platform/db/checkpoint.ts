import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '@/lib/config/process-singleton'

/** Ends the work that passes it by throwing. */
type Checkpoint = () => Promise<void>

const checkpoints = () =>
  processSingleton('checkpoints', () => new AsyncLocalStorage<Checkpoint | null>())

/**
 * Runs long work that passes `checkpoint` before each statement of `defineStatement`, so that it
 * does not go on for no one.
 */
export function withCheckpoint<T>(checkpoint: Checkpoint, work: () => Promise<T>): Promise<T> {
  return checkpoints().run(checkpoint, work)
}

/** Passes the checkpoint of the work in progress, whose own statements pass none; null without one. */
export function passCheckpoint(): Promise<void> | null {
  const checkpoint = checkpoints().getStore()
  return checkpoint ? checkpoints().run(null, checkpoint) : null
}
