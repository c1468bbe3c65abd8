const LOOK_EVERY_MS = 500

/**
 * Stops this process when npm, which started it, is gone. npm forwards signals to its shell, and a
 * shell killed by one leaves its child running: stopping `npm start` would leave the service
 * running.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  watch.unref()
}
